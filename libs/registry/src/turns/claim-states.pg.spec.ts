import type { ClaimedTurn } from '../index';
import { JANE, JOHN, TurnWorld, claimed } from './turn-world.test-kit';

let world: TurnWorld;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());

/** Brings a turn into a state of PACT wire §2; each starts as a fresh conversation whose first turn runs. */
const states: Record<string, () => Promise<ClaimedTurn>> = {
  running: () => world.first(),
  waiting: async () => {
    const { contextId } = await world.first();
    return claimed(await world.next(contextId));
  },
  answered: () => world.answered(),
  'stepped up': async () => {
    const turn = await world.first();
    await world.turns.stepUp(turn, { missingScopes: ['refunds:issue'], text: 'May I?' });
    return turn;
  },
  'failed before an effect': async () => {
    const turn = await world.first();
    expect(await world.turns.fail(turn, { code: 'timeout', detail: 'late', requestId: 'r' })).toBe(
      'released',
    );
    return turn;
  },
  'failed after an effect': async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { step: 1, attempt: 1, effect: true });
    expect(await world.turns.fail(turn, { code: 'timeout', detail: 'late', requestId: 'r' })).toBe('spent');
    return turn;
  },
  'expired without an effect': async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { step: 1, attempt: 1, effect: false });
    await world.expire(turn.turnId);
    return turn;
  },
  'expired after an effect': async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { step: 1, attempt: 1, effect: true });
    await world.expire(turn.turnId);
    return turn;
  },
};

/** What the same messageId meets: a run of its own, or the facts by which it is refused or answered. */
const SAME_MESSAGE: Record<string, { runs: boolean; met?: object }> = {
  running: { runs: false, met: { state: 'running', live: true } },
  waiting: { runs: false, met: { state: 'waiting', live: true } },
  answered: { runs: false, met: { state: 'answered', replyText: 'Reply' } },
  'stepped up': { runs: true },
  'failed before an effect': { runs: true },
  'failed after an effect': { runs: false, met: { state: 'spent' } },
  'expired without an effect': { runs: true },
  'expired after an effect': { runs: false, met: { state: 'running', live: false, effect: true } },
};

/** Whether another message of the conversation has to wait for this turn. */
const HOLDS_UP = new Set(['running', 'waiting']);

describe.each(Object.keys(states))('PACT wire §2, a turn %s', state => {
  let turn: ClaimedTurn;

  beforeEach(async () => {
    turn = await states[state]!();
  });

  const snapshot = async () => ({
    turn: await world.turn(turn.turnId),
    context: await world.context(turn.contextId),
  });

  it('meets the same messageId as the table says, and changes nothing unless it runs again', async () => {
    const before = await snapshot();
    const facts = await world.next(turn.contextId, { messageId: turn.messageId, text: 'Other text' });
    const { runs, met } = SAME_MESSAGE[state]!;
    if (!runs) {
      expect(facts.claimed).toBeUndefined();
      expect(facts.met).toMatchObject({ turnId: turn.turnId, ...met });
      expect(await snapshot()).toEqual(before);
      return;
    }
    const again = claimed(facts);
    const { turn: row, context } = await snapshot();
    expect(again).toMatchObject({ turnId: turn.turnId, run: 2, turnNumber: 2, state: 'running' });
    expect(row).toMatchObject({ run: 2, turn_number: 2, state: 'running', effect_at: null, failure: null });
    expect(row).toMatchObject({ text: 'Other text', reply_text: null });
    expect(context).toMatchObject({ last_turn: 2 });
  });

  it('gives another messageId the next number, and lets it wait only for a live lease', async () => {
    const last = Number((await world.context(turn.contextId)).last_turn);
    const other = claimed(await world.next(turn.contextId));
    expect(other.turnNumber).toBe(last + 1);
    expect(other.state).toBe(HOLDS_UP.has(state) ? 'waiting' : 'running');
    expect(other.run).toBe(1);
  });

  it('shows another Brand user nothing and changes nothing (P8, P10)', async () => {
    await world.run(`UPDATE context SET pinned_user = 'jane' WHERE id = $1`, [turn.contextId]);
    const before = await snapshot();
    for (const messageId of [turn.messageId, world.freshMessageId()]) {
      const facts = await world.next(turn.contextId, { messageId, delegation: JOHN });
      expect(facts.claimed).toBeUndefined();
      expect(facts.context?.otherUser).toBe(true);
    }
    expect(await snapshot()).toEqual(before);
  });

  it('treats the pinned Brand user and an identity turn alike (P8, P14)', async () => {
    await world.run(`UPDATE context SET pinned_user = 'jane' WHERE id = $1`, [turn.contextId]);
    for (const delegation of [JANE, undefined]) {
      const facts = await world.next(turn.contextId, { delegation });
      expect(facts.context?.otherUser).toBe(false);
      expect(facts.claimed).toBeDefined();
    }
  });

  it.each(['agent', 'operator', 'idle'])(
    'gives nobody a run once it was closed (by %s), and changes nothing',
    async by => {
      if (by === 'idle') {
        await world.run(`UPDATE context SET last_at = last_at - interval '30 days' WHERE id = $1`, [
          turn.contextId,
        ]);
      } else {
        await world.run('UPDATE context SET closed_at = now(), closed_by = $2 WHERE id = $1', [
          turn.contextId,
          by,
        ]);
      }
      const before = await snapshot();
      const same = await world.next(turn.contextId, { messageId: turn.messageId });
      expect(same).toMatchObject({
        claimed: undefined,
        context: { closed: true },
        met: { turnId: turn.turnId },
      });
      const other = await world.next(turn.contextId);
      expect(other).toMatchObject({ claimed: undefined, context: { closed: true }, met: undefined });
      expect(await snapshot()).toEqual(before);
    },
  );

  it('acts towards every stranger as if it were not there (PACT 4.2)', async () => {
    const before = await snapshot();
    const unknown = await world.next('ctx_01AAAAAAAAAAAAAAAAAAAAAAAA');
    for (const stranger of [{ personalAgentId: 'pa-2' }, { sub: 'user-2' }, { brandId: 'brand-2' }]) {
      for (const messageId of [turn.messageId, world.freshMessageId()]) {
        const facts = await world.next(turn.contextId, { messageId, ...stranger });
        expect(facts).toEqual(unknown);
        expect(facts.context).toBeUndefined();
      }
    }
    expect(await snapshot()).toEqual(before);
  });

  it('gives no run under a disabled personal agent or a closed Brand, seen at once (P37)', async () => {
    const before = await snapshot();
    const refusals = [
      {
        sql: `UPDATE personal_agent SET enabled = $1 WHERE id = 'pa-1'`,
        off: false,
        on: true,
        fact: 'personalAgentEnabled',
      },
      {
        sql: `UPDATE brand SET closed_at = $1 WHERE id = 'brand-1'`,
        off: new Date(),
        on: null,
        fact: 'brandOpen',
      },
    ];
    for (const { sql, off, on, fact } of refusals) {
      await world.run(sql, [off]);
      const facts = await world.next(turn.contextId);
      await world.run(sql, [on]);
      expect(facts).toMatchObject({ claimed: undefined, [fact]: false });
    }
    expect(await snapshot()).toEqual(before);
  });
});

describe('PACT wire §2, reply ids', () => {
  it('refuses a new message that uses the id of a reply in this conversation, and no other', async () => {
    const { contextId, turnId } = await world.answered();
    const replyId = `r-${turnId.slice(3)}`;
    const facts = await world.next(contextId, { messageId: replyId });
    expect(facts).toMatchObject({ claimed: undefined, replyIdTaken: true });
    const elsewhere = await world.answered();
    expect(claimed(await world.next(elsewhere.contextId, { messageId: replyId })).state).toBe('running');
  });

  it('keeps the id of a reply that is still to come', async () => {
    const { contextId, turnId } = await world.first();
    const facts = await world.next(contextId, { messageId: `r-${turnId.slice(3)}` });
    expect(facts).toMatchObject({ claimed: undefined, replyIdTaken: true });
  });

  it('takes any other id, of that shape or not', async () => {
    const { contextId, turnId } = await world.answered();
    for (const messageId of ['r-01AAAAAAAAAAAAAAAAAAAAAAAA', turnId, `R-${turnId.slice(3)}`, 'r-', 'r-1']) {
      const facts = await world.next(contextId, { messageId });
      expect(facts).toMatchObject({ replyIdTaken: false, claimed: { run: 1 } });
    }
  });

  it('gives a repeat of such a message its own answer', async () => {
    const { contextId } = await world.answered();
    const messageId = 'r-01BBBBBBBBBBBBBBBBBBBBBBBB';
    await world.turns.store(claimed(await world.next(contextId, { messageId })), 'Own reply', false);
    const facts = await world.next(contextId, { messageId });
    expect(facts.met).toMatchObject({ state: 'answered', replyText: 'Own reply' });
  });
});

describe('PACT 4.2, a first message', () => {
  it('opens a conversation of its own for each copy, since nothing names it (P11)', async () => {
    const messageId = world.freshMessageId();
    const one = await world.first({ messageId });
    const two = await world.first({ messageId });
    expect(one.contextId).not.toBe(two.contextId);
    expect(one.contextId.slice(0, 14) <= two.contextId.slice(0, 14)).toBe(true);
  });

  it('writes nothing under a disabled or unknown personal agent, or a closed or unknown Brand', async () => {
    const counts = () => world.run('SELECT count(*) AS n FROM turn UNION ALL SELECT count(*) FROM context');
    await world.run(`UPDATE personal_agent SET enabled = false WHERE id = 'pa-2'`);
    await world.run(`UPDATE brand SET closed_at = now() WHERE id = 'brand-2'`);
    const before = await counts();
    const idempotencyKey = { key: 'k-refused', contentHash: 'h' };
    const message = { ...world.owner, messageId: 'm', text: 't' };
    const strangers = [
      [{ personalAgentId: 'pa-2' }, { personalAgentEnabled: false, brandOpen: true }],
      [{ personalAgentId: 'pa-9' }, { personalAgentEnabled: false, brandOpen: true }],
      [{ brandId: 'brand-2' }, { personalAgentEnabled: true, brandOpen: false }],
      [{ brandId: 'brand-9' }, { personalAgentEnabled: true, brandOpen: false }],
    ] as const;
    for (const [changes, facts] of strangers) {
      for (const key of [undefined, idempotencyKey]) {
        const refused = await world.turns.claimFirst({ ...message, ...changes, idempotencyKey: key });
        expect(refused).toMatchObject({ ...facts, claimed: undefined });
      }
    }
    expect(await counts()).toEqual(before);
    expect(await world.run('SELECT key FROM idempotency_key')).toEqual([]);
    await world.run(`UPDATE personal_agent SET enabled = true WHERE id = 'pa-2'`);
    await world.run(`UPDATE brand SET closed_at = NULL WHERE id = 'brand-2'`);
  });

  it('gives the lease of the agent deadline and five seconds, and 35 seconds to a waiter, by the database clock', async () => {
    const turn = await world.first();
    const waiter = claimed(await world.next(turn.contextId));
    const leases = await world.run<{ seconds: number }>(
      `SELECT round(extract(epoch FROM lease_until - received_at))::integer AS seconds FROM turn
       WHERE id IN ($1, $2) ORDER BY turn_number`,
      [turn.turnId, waiter.turnId],
    );
    expect(leases).toEqual([{ seconds: 25 }, { seconds: 35 }]);
  });
});
