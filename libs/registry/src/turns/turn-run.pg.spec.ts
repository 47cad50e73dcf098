import { NotificationListener, statement } from '@surety/platform';
import type { ClaimedTurn } from '../index';
import { JOHN, TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());

const failure = { code: 'timeout', detail: 'late', requestId: 'r-1' };
const delivery = { step: 1, attempt: 1 };

/** Handles that name no run of ours: another run, another turn. */
const strangersOf = (turn: ClaimedTurn): ClaimedTurn[] => [
  { ...turn, run: turn.run + 1 },
  { ...turn, run: turn.run - 1 },
  { ...turn, turnId: 'tn_01AAAAAAAAAAAAAAAAAAAAAAAA' },
];
const calls = (turnId: string) =>
  world.run(
    'SELECT run, step, attempt, state, effect, result FROM turn_call WHERE turn_id = $1 ORDER BY 1, 2, 3',
    [turnId],
  );

describe('storing a reply (PACT wire §2)', () => {
  it('answers the turn once; the second store of the same run is dropped', async () => {
    const turn = await world.first();
    expect(await world.turns.store(turn, 'One', false)).toBe(true);
    expect(await world.turns.store(turn, 'Two', false)).toBe(false);
    expect(await world.turn(turn.turnId)).toMatchObject({ state: 'answered', reply_text: 'One' });
    expect(await world.context(turn.contextId)).toMatchObject({ closed_at: null, closed_by: null });
  });

  it.each([true, false])('may be asked again when its outcome is unknown (close: %s)', async close => {
    const turn = await world.first();
    expect(await world.turns.store(turn, 'One', close)).toBe(true);
    const before = await world.turn(turn.turnId);
    expect(await world.turns.store(turn, 'One', close)).toBe(true);
    expect(await world.turn(turn.turnId)).toEqual(before);
  });

  it.each([true, false])('drops the answer of a run that lost its turn (close: %s)', async close => {
    const turn = await world.first();
    await world.expire(turn.turnId);
    const again = claimed(await world.next(turn.contextId, { messageId: turn.messageId }));
    expect(again.run).toBe(2);
    expect(await world.turns.store(turn, 'Late', close)).toBe(false);
    expect(await world.turns.store(again, 'Right', false)).toBe(true);
    expect(await world.turn(turn.turnId)).toMatchObject({ reply_text: 'Right', run: 2 });
    expect(await world.context(turn.contextId)).toMatchObject({ closed_at: null });
  });

  it.each([true, false])('does nothing for a stranger, nor for a waiter (close: %s)', async close => {
    const turn = await world.first();
    const waiter = claimed(await world.next(turn.contextId));
    const other = await world.first();
    for (const stranger of [...strangersOf(turn), waiter]) {
      expect(await world.turns.store(stranger, 'Wrong', close)).toBe(false);
    }
    expect(await world.turns.store({ ...turn, contextId: other.contextId }, 'Wrong', true)).toBe(false);
    expect(await world.turn(turn.turnId)).toMatchObject({ state: 'running', reply_text: null });
    expect(await world.context(turn.contextId)).toMatchObject({ closed_at: null });
    expect(await world.context(other.contextId)).toMatchObject({ closed_at: null });
  });

  it('locks the conversation before the turn when it closes, as a claim does, so that they never deadlock', async () => {
    const turn = await world.first();
    const blocked = async () => {
      const waiting = await world.run(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return waiting.length > 0;
    };
    let storing: Promise<boolean> | undefined;
    await world.database.sql.transaction(async claim => {
      await claim.rows(statement('spec_lock_context', 'SELECT FROM context WHERE id = $1 FOR UPDATE'), [
        turn.contextId,
      ]);
      storing = world.turns.store(turn, 'Goodbye', true);
      const endMs = performance.now() + 5_000;
      while (!(await blocked()) && performance.now() < endMs) await new Promise(setImmediate);
      expect(await blocked()).toBe(true);
      await claim.rows(statement('spec_lock_turn', 'SELECT FROM turn WHERE id = $1 FOR UPDATE'), [
        turn.turnId,
      ]);
    });
    expect(await storing).toBe(true);
  });

  it('closes the conversation with the reply, and a turn that runs then still stores its own', async () => {
    const slow = await world.first();
    await world.expire(slow.turnId);
    const fast = claimed(await world.next(slow.contextId));
    expect(await world.turns.store(fast, 'Goodbye', true)).toBe(true);
    expect(await world.context(slow.contextId)).toMatchObject({ closed_by: 'agent' });
    expect(await world.turns.store(slow, 'Late but stored', false)).toBe(true);
  });
});

describe('failing a run (P10)', () => {
  it('releases before an effect and spends after one; nothing else may follow', async () => {
    for (const effect of [false, true]) {
      const turn = await world.first();
      await world.turns.recordCall(turn, { ...delivery, effect });
      expect(await world.turns.fail(turn, failure)).toBe(effect ? 'spent' : 'released');
      expect((await world.turn(turn.turnId)).failure).toEqual(failure);
      expect(await world.turns.fail(turn, failure)).toBe('lost');
      expect(await world.turns.store(turn, 'Late', false)).toBe(false);
      expect(await world.turns.recordCall(turn, { step: 2, attempt: 1, effect: true })).toBe(false);
    }
  });

  it('does nothing for a stranger or an answered turn', async () => {
    const turn = await world.first();
    for (const stranger of strangersOf(turn)) expect(await world.turns.fail(stranger, failure)).toBe('lost');
    await world.turns.store(turn, 'Reply', false);
    expect(await world.turns.fail(turn, failure)).toBe('lost');
    expect(await world.turn(turn.turnId)).toMatchObject({ state: 'answered', failure: null });
  });

  it('keeps a detail that quotes what PostgreSQL cannot hold (field row 16)', async () => {
    const turn = await world.first();
    const detail = `a\0b\ud800c\udc00d\u{1f600}${'x'.repeat(3_000)}`;
    expect(await world.turns.fail(turn, { ...failure, detail })).toBe('released');
    const kept = (await world.turn(turn.turnId)).failure as { detail: string };
    expect(kept.detail.slice(0, 9)).toBe('a\ufffdb\ufffdc\ufffdd\u{1f600}');
    expect(kept.detail.length).toBeLessThanOrEqual(2_000);
  });
});

describe('recording deliveries (P10, PACT wire §2)', () => {
  it('counts an effect from the record on, and takes it back when nothing was sent', async () => {
    const turn = await world.first();
    expect(await world.turns.recordCall(turn, { ...delivery, effect: true })).toBe(true);
    expect((await world.turn(turn.turnId)).effect_at).not.toBeNull();
    await world.turns.strikeCall(turn, delivery);
    expect((await world.turn(turn.turnId)).effect_at).toBeNull();
    expect(await calls(turn.turnId)).toEqual([]);
  });

  it('keeps the effect of another delivery when one is struck', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { ...delivery, effect: true });
    await world.turns.settleCall(turn, delivery, 'done');
    await world.turns.recordCall(turn, { step: 2, attempt: 1, effect: true });
    await world.turns.strikeCall(turn, { step: 2, attempt: 1 });
    expect((await world.turn(turn.turnId)).effect_at).not.toBeNull();
    expect(await calls(turn.turnId)).toMatchObject([{ step: 1, state: 'done', effect: true }]);
  });

  it('is no effect when it is declared none, and the same delivery may be recorded in the next run', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { ...delivery, effect: false });
    await world.turns.fail(turn, failure);
    const again = claimed(await world.next(turn.contextId, { messageId: turn.messageId }));
    expect(await world.turns.recordCall(again, { ...delivery, effect: false })).toBe(true);
    expect(await calls(turn.turnId)).toMatchObject([
      { run: 1, state: 'sent', effect: false },
      { run: 2, state: 'sent', effect: false },
    ]);
  });

  it('refuses once the lease ran out, was taken over, or for a stranger: then nothing may be sent', async () => {
    const turn = await world.first();
    for (const stranger of strangersOf(turn)) {
      expect(await world.turns.recordCall(stranger, { ...delivery, effect: true })).toBe(false);
    }
    await world.expire(turn.turnId);
    expect(await world.turns.recordCall(turn, { ...delivery, effect: true })).toBe(false);
    const again = claimed(await world.next(turn.contextId, { messageId: turn.messageId }));
    expect(await world.turns.recordCall(turn, { ...delivery, effect: true })).toBe(false);
    expect(await world.turns.recordCall(again, { ...delivery, effect: true })).toBe(true);
  });

  it('never lets a run record an effect that the next run does not know of', async () => {
    for (let round = 0; round < 20; round += 1) {
      const turn = await world.first();
      // The lease ends while both race: either the effect is recorded and the message is spent, or it runs again clean.
      await world.run(
        `UPDATE turn SET lease_until = clock_timestamp() + interval '2 milliseconds' WHERE id = $1`,
        [turn.turnId],
      );
      const [recorded] = await Promise.all([
        world.turns.recordCall(turn, { ...delivery, effect: true }),
        world.next(turn.contextId, { messageId: turn.messageId }),
      ]);
      await world.expire(turn.turnId);
      const facts = await world.next(turn.contextId, { messageId: turn.messageId });
      expect(facts.claimed === undefined).toBe(recorded);
    }
  });

  it('settles what was sent, once, and strikes nothing that was settled', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { ...delivery, effect: true });
    for (const stranger of strangersOf(turn)) await world.turns.settleCall(stranger, delivery, 'failed');
    await world.turns.settleCall(turn, delivery, 'unknown', { code: 'timeout' });
    await world.turns.settleCall(turn, delivery, 'done');
    await world.turns.strikeCall(turn, delivery);
    expect(await calls(turn.turnId)).toMatchObject([{ state: 'unknown', result: { code: 'timeout' } }]);
    expect((await world.turn(turn.turnId)).effect_at).not.toBeNull();
  });

  it('counts steps up only by replies that are kept, so that any other step keeps its number (PACT wire 5.1)', async () => {
    const turn = await world.first();
    for (const [step, state, result] of [
      [1, 'done', { toolCalls: [] }],
      [2, 'failed', { code: 'status' }],
      [3, 'done', undefined],
    ] as const) {
      await world.turns.recordCall(turn, { step, attempt: 1, effect: false });
      await world.turns.settleCall(turn, { step, attempt: 1 }, state, result);
    }
    await world.turns.fail(turn, failure);
    expect(claimed(await world.next(turn.contextId, { messageId: turn.messageId })).steps).toBe(1);
  });
});

describe('starting a waiter (P12, PACT wire §2)', () => {
  it('waits for every lower live lease, then starts with a renewed lease', async () => {
    const first = await world.first();
    const second = claimed(await world.next(first.contextId));
    const third = claimed(await world.next(first.contextId));
    expect((await world.turns.start(third)).outcome).toBe('waiting');
    await world.turns.store(first, 'Reply', false);
    expect((await world.turns.start(third)).outcome).toBe('waiting');
    expect((await world.turns.start(second)).outcome).toBe('running');
    expect((await world.turns.start(third)).outcome).toBe('waiting');
    await world.turns.fail(second, failure);
    expect((await world.turns.start(third)).outcome).toBe('running');
    const [lease] = await world.run<{ seconds: number }>(
      'SELECT round(extract(epoch FROM lease_until - clock_timestamp()))::integer AS seconds FROM turn WHERE id = $1',
      [third.turnId],
    );
    expect(lease?.seconds).toBe(25);
  });

  it('does not wait for a lower turn whose lease ran out', async () => {
    const dead = await world.first();
    const waiter = claimed(await world.next(dead.contextId));
    await world.expire(dead.turnId);
    expect((await world.turns.start(waiter)).outcome).toBe('running');
  });

  it('is lost when its own lease ran out, was released, or for a stranger', async () => {
    const first = await world.first();
    const expired = claimed(await world.next(first.contextId));
    const released = claimed(await world.next(first.contextId));
    await world.turns.fail(released, failure);
    await world.expire(expired.turnId);
    await world.turns.store(first, 'Reply', false);
    for (const lost of [expired, released, ...strangersOf(first)]) {
      expect((await world.turns.start(lost)).outcome).toBe('lost');
    }
  });

  it('does not start under a disabled personal agent, a closed Brand, another pin or a closed conversation', async () => {
    const first = await world.first();
    const waiter = claimed(await world.next(first.contextId));
    await world.turns.store(first, 'Reply', false);
    const changes = [
      [
        `UPDATE personal_agent SET enabled = $1 WHERE id = 'pa-1'`,
        [false],
        [true],
        { personalAgentEnabled: false },
      ],
      [`UPDATE brand SET closed_at = $1 WHERE id = 'brand-1'`, [new Date()], [null], { brandOpen: false }],
      [`UPDATE context SET pinned_user = $1`, ['jane'], [null], { otherUser: true }],
      [
        `UPDATE context SET closed_at = $1, closed_by = $2`,
        [new Date(), 'agent'],
        [null, null],
        { closed: true },
      ],
    ] as const;
    for (const [sql, breach, heal, fact] of changes) {
      await world.run(sql, [...breach]);
      expect(await world.turns.start(waiter, JOHN)).toMatchObject({ outcome: 'waiting', ...fact });
      await world.run(sql, [...heal]);
    }
    expect((await world.turns.start(waiter, JOHN)).outcome).toBe('running');
  });
});

describe('waking waiters', () => {
  it('tells the channel when a turn ends and somebody waits, and never otherwise', async () => {
    const heard: string[] = [];
    const listener = new NotificationListener({ url: world.database.url, applicationName: 'spec' });
    listener.on('surety_turn', contextId => heard.push(contextId));
    await listener.start();
    const alone = await world.first();
    await world.turns.store(alone, 'Reply', false);
    await world.turns.fail(await world.first(), failure);
    const crowded = [await world.first(), await world.first(), await world.first()];
    for (const turn of crowded) claimed(await world.next(turn.contextId));
    const [stored, closing, failing] = crowded as [ClaimedTurn, ClaimedTurn, ClaimedTurn];
    await world.turns.store(stored, 'Reply', false);
    await world.turns.store(closing, 'Goodbye', true);
    await world.turns.fail(failing, failure);
    const last = `last-${alone.contextId}`;
    await world.run(`SELECT pg_notify('surety_turn', $1)`, [last]);
    const deadline = performance.now() + 5_000;
    while (!heard.includes(last) && performance.now() < deadline) await new Promise(setImmediate);
    await listener.stop();
    expect(heard).toEqual([...crowded.map(({ contextId }) => contextId), last]);
  });
});
