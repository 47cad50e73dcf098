import type { ClaimedTurn, TurnDelegation, TurnReceipt } from '../index';
import { JANE, JOHN, TurnWorld, claimed } from './turn-world.test-kit';

jest.setTimeout(30_000);

let world: TurnWorld;
let receipts = 0;

beforeAll(async () => {
  world = await TurnWorld.open();
});
afterAll(() => world.close());

const receiptFor = (replyId: string): TurnReceipt => {
  receipts += 1;
  return { id: `01RECEIPT${receipts}`, jws: `jws-${receipts}`, claims: { n: receipts }, replyId };
};
const answer = (turn: ClaimedTurn, delegation: TurnDelegation, close = false, receipt = receiptFor('r-1')) =>
  world.turns.storeDelegated(turn, { text: 'Done', close, delegation, receipt });
const kept = (contextId: string) =>
  world.run('SELECT * FROM receipt WHERE context_id = $1 ORDER BY id', [contextId]);
const MISSING = { missingScopes: ['refunds:issue', 'orders:cancel'], text: 'May I?' };

describe('storing a delegated reply (PACT 5.6, P8)', () => {
  it('keeps reply, receipt and pin together, once', async () => {
    const { contextId } = await world.answered();
    const turn = claimed(await world.next(contextId, { messageId: 'mine', delegation: JANE }));
    const receipt = receiptFor('r-mine');
    expect(await answer(turn, JANE, false, receipt)).toBe(true);
    expect(await world.turn(turn.turnId)).toMatchObject({
      state: 'answered',
      reply_text: 'Done',
      receipt: receipt.jws,
    });
    expect(await world.context(contextId)).toMatchObject({ pinned_user: 'jane', closed_at: null });
    expect(await kept(contextId)).toMatchObject([
      {
        ...{
          id: receipt.id,
          brand_id: 'brand-1',
          grant_id: JANE.grantId,
          personal_agent_id: 'pa-1',
          brand_user: 'jane',
        },
        ...{ message_id: 'mine', reply_id: 'r-mine', jws: receipt.jws, claims: receipt.claims },
      },
    ]);
    expect(await answer(turn, JANE)).toBe(false);
    expect(await kept(contextId)).toHaveLength(1);
  });

  it.each([true, false])('may be asked again when its outcome is unknown (close: %s)', async close => {
    const turn = await world.first({ delegation: JANE });
    const receipt = receiptFor('r-1');
    expect(await answer(turn, JANE, close, receipt)).toBe(true);
    const before = [
      await world.turn(turn.turnId),
      await world.context(turn.contextId),
      await kept(turn.contextId),
    ];
    expect(await answer(turn, JANE, close, receipt)).toBe(true);
    expect([
      await world.turn(turn.turnId),
      await world.context(turn.contextId),
      await kept(turn.contextId),
    ]).toEqual(before);
    expect((await world.context(turn.contextId))['closed_by']).toBe(close ? 'agent' : null);
  });

  it('leaves no receipt of a run that lost its turn, nor of a waiter or a stranger', async () => {
    const turn = await world.first({ delegation: JANE });
    const waiter = claimed(await world.next(turn.contextId, { delegation: JANE }));
    for (const stranger of [
      waiter,
      { ...turn, run: 2 },
      { ...turn, contextId: (await world.first()).contextId },
    ]) {
      expect(await answer(stranger, JANE)).toBe(false);
    }
    await world.expire(turn.turnId);
    const again = claimed(await world.next(turn.contextId, { messageId: turn.messageId, delegation: JANE }));
    expect(await answer(turn, JANE)).toBe(false);
    expect(await kept(turn.contextId)).toEqual([]);
    await world.turns.fail(waiter, { code: 'x', detail: 'x', requestId: 'x' });
    await world.turns.start(again, JANE);
    expect(await answer(again, JANE)).toBe(true);
    expect(await kept(turn.contextId)).toHaveLength(1);
  });

  it('drops the late reply for one Brand user once the conversation belongs to another', async () => {
    const { contextId } = await world.answered();
    const late = claimed(await world.next(contextId, { delegation: JANE }));
    await world.expire(late.turnId);
    const fast = claimed(await world.next(contextId, { delegation: JOHN }));
    expect(await answer(fast, JOHN)).toBe(true);
    expect(await answer(late, JANE)).toBe(false);
    expect(await world.turns.stepUp(late, { ...MISSING, delegation: JANE })).toBe(false);
    expect(await world.context(contextId)).toMatchObject({ pinned_user: 'john' });
    expect(await kept(contextId)).toHaveLength(1);
  });

  it('gives the receipt with the reply to a repeat, with a token and without (P10)', async () => {
    const turn = await world.first({ delegation: JANE });
    const receipt = receiptFor('r-1');
    await answer(turn, JANE, false, receipt);
    for (const delegation of [JANE, undefined]) {
      const { met } = await world.next(turn.contextId, { messageId: turn.messageId, delegation });
      expect(met).toMatchObject({ state: 'answered', replyText: 'Done', receipt: receipt.jws });
    }
    const other = await world.next(turn.contextId, { messageId: turn.messageId, delegation: JOHN });
    expect(other.context?.otherUser).toBe(true);
  });
});

describe('stepping up (P28)', () => {
  it('keeps what was missing and said, and lets the same messageId run again with nothing of it left', async () => {
    const { contextId } = await world.answered();
    const turn = claimed(await world.next(contextId, { delegation: JANE }));
    expect(turn.steppedUpRun).toBeNull();
    expect(await world.turns.stepUp(turn, { ...MISSING, delegation: JANE })).toBe(true);
    expect(await world.turn(turn.turnId)).toMatchObject({
      ...{ state: 'stepped_up', missing_scopes: MISSING.missingScopes, task_text: 'May I?', receipt: null },
    });
    expect(await world.context(contextId)).toMatchObject({ closed_at: null, pinned_user: null });
    const again = claimed(await world.next(contextId, { messageId: turn.messageId, delegation: JANE }));
    expect(again).toMatchObject({ turnId: turn.turnId, run: 2, steppedUpRun: 1, state: 'running' });
    expect(await world.turn(turn.turnId)).toMatchObject({
      missing_scopes: null,
      task_text: null,
      receipt: null,
    });
  });

  it.each([true, false])('may be asked again when its outcome is unknown (receipt: %s)', async signed => {
    const turn = await world.first({ delegation: JANE });
    const stepUp = { ...MISSING, delegation: JANE, ...(signed && { receipt: receiptFor('r-1-1') }) };
    expect(await world.turns.stepUp(turn, stepUp)).toBe(true);
    expect(await world.turns.stepUp(turn, stepUp)).toBe(true);
    expect(await kept(turn.contextId)).toHaveLength(signed ? 1 : 0);
    expect(await answer(turn, JANE)).toBe(false);
  });

  it('uses up the numbers of its deliveries, done or not, and of no other', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { step: 3, attempt: 1, effect: true });
    const tool = { name: 'ping', argsHash: null, scopes: [] };
    await world.turns.recordCall(turn, { step: 7, attempt: 1, callId: 'c1', effect: false, tool });
    await world.turns.stepUp(turn, MISSING);
    const again = claimed(await world.next(turn.contextId, { messageId: turn.messageId }));
    expect(again.steps).toBe(3);
  });

  it('frees the conversation that this very turn opened under a token, and no other', async () => {
    const opened = await world.first({ delegation: JANE });
    await world.turns.stepUp(opened, { ...MISSING, delegation: JANE });
    expect(await world.context(opened.contextId)).toMatchObject({ pinned_user: null, pinned_by_turn: null });
    expect((await world.next(opened.contextId, { delegation: JOHN })).context?.otherUser).toBe(false);

    const pinned = await world.first({ delegation: JANE });
    await world.turns.fail(pinned, { code: 'x', detail: 'x', requestId: 'x' });
    const second = claimed(await world.next(pinned.contextId, { delegation: JANE }));
    await world.turns.stepUp(second, { ...MISSING, delegation: JANE });
    expect(await world.context(pinned.contextId)).toMatchObject({ pinned_user: 'jane' });
  });

  it('leaves a pin alone that a delegated reply has made firm, also for the turn that opened it', async () => {
    const opened = await world.first({ delegation: JANE });
    await world.expire(opened.turnId);
    const second = claimed(await world.next(opened.contextId, { delegation: JANE }));
    await answer(second, JANE);
    expect(await world.turns.stepUp(opened, { ...MISSING, delegation: JANE })).toBe(true);
    expect(await world.context(opened.contextId)).toMatchObject({
      pinned_user: 'jane',
      pinned_by_turn: null,
    });
  });

  it('an identity turn steps up in a pinned conversation and leaves the pin', async () => {
    const opened = await world.first({ delegation: JANE });
    await answer(opened, JANE);
    const plain = claimed(await world.next(opened.contextId));
    expect(await world.turns.stepUp(plain, MISSING)).toBe(true);
    expect(await world.context(opened.contextId)).toMatchObject({ pinned_user: 'jane' });
  });

  it('takes the ids of what it says, as of replies, out of use in its conversation', async () => {
    const turn = await world.first();
    await world.turns.stepUp(turn, MISSING);
    const said = `r-${turn.turnId.slice(3)}-1`;
    expect((await world.next(turn.contextId, { messageId: said })).replyIdTaken).toBe(true);
    const other = await world.answered();
    expect((await world.next(other.contextId, { messageId: said })).replyIdTaken).toBe(false);
  });
});

describe('tool calls (PACT wire §2, P20)', () => {
  const tool = (name: string, argsHash: string | null = null) => ({
    name,
    argsHash,
    scopes: ['orders:read'],
  });
  const call = (callId: string, attempt = 1) => ({ step: 1, attempt, callId });

  it('are kept in order, a call of several attempts once, with what its last was settled with', async () => {
    const turn = await world.first({ delegation: JANE });
    await world.turns.recordCall(turn, { step: 1, attempt: 1, effect: false });
    await world.turns.recordCall(turn, { ...call('b'), effect: false, tool: tool('lookup', 'h1') });
    await world.turns.settleCall(turn, call('b'), 'failed');
    await world.turns.recordCall(turn, { ...call('b', 2), effect: false, tool: tool('lookup', 'h1') });
    await world.turns.settleCall(turn, call('b', 2), 'done', { ok: true, result: 'nul \u0000 and \ud800' });
    await world.turns.recordCall(turn, { ...call('a'), effect: true, tool: tool('cancel') });
    await world.turns.recordCall(turn, { ...call('c'), effect: true, tool: tool('struck') });
    await world.turns.strikeCall(turn, call('c'));
    expect(await world.turns.toolCalls(turn.turnId)).toEqual([
      {
        ...{
          run: 1,
          step: 1,
          callId: 'b',
          name: 'lookup',
          argsHash: 'h1',
          scopes: ['orders:read'],
          brandUser: 'jane',
        },
        result: { ok: true, result: 'nul \u0000 and \ud800' },
      },
      {
        ...{
          run: 1,
          step: 1,
          callId: 'a',
          name: 'cancel',
          argsHash: null,
          scopes: ['orders:read'],
          brandUser: 'jane',
        },
        result: null,
      },
    ]);
    expect((await world.turn(turn.turnId))['steps']).toBe(0);
  });

  it('say in whose name each run made them', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { ...call('a'), effect: true, tool: tool('ping') });
    await world.turns.stepUp(turn, MISSING);
    const messageId = turn.messageId;
    const again = claimed(await world.next(turn.contextId, { messageId, delegation: JANE }));
    await world.turns.recordCall(again, { ...call('b'), effect: true, tool: tool('ping') });
    const calls = await world.turns.toolCalls(turn.turnId);
    expect(calls.map(({ run, callId, brandUser }) => [run, callId, brandUser])).toEqual([
      [1, 'a', null],
      [2, 'b', 'jane'],
    ]);
  });

  it('count as an effect unless they are declared to have none, or were struck', async () => {
    for (const [effect, strike, fate] of [
      [true, false, 'spent'],
      [true, true, 'released'],
      [false, false, 'released'],
    ] as const) {
      const turn = await world.first();
      await world.turns.recordCall(turn, { ...call('a'), effect, tool: tool('x') });
      if (strike) await world.turns.strikeCall(turn, call('a'));
      expect(await world.turns.fail(turn, { code: 'x', detail: 'x', requestId: 'x' })).toBe(fate);
    }
  });

  it('that are struck leave the effect of others, of the same step too', async () => {
    const turn = await world.first();
    await world.turns.recordCall(turn, { ...call('a'), effect: true, tool: tool('x') });
    await world.turns.recordCall(turn, { ...call('b'), effect: true, tool: tool('x') });
    await world.turns.strikeCall(turn, call('b'));
    expect((await world.turn(turn.turnId))['effect_at']).not.toBeNull();
    expect(
      await world.turns.recordCall({ ...turn, run: 2 }, { ...call('c'), effect: true, tool: tool('x') }),
    ).toBe(false);
  });
});

describe('history (P14)', () => {
  it('omits delegated turns where an identity turn asks', async () => {
    const plain = await world.answered();
    const delegated = claimed(await world.next(plain.contextId, { text: 'Where is it?', delegation: JANE }));
    await answer(delegated, JANE);
    const texts = async (asks: boolean) =>
      (await world.turns.history(plain.contextId, 9, asks)).map(({ text }) => text);
    expect(await texts(true)).toEqual(['Hello', 'Reply', 'Where is it?', 'Done']);
    expect(await texts(false)).toEqual(['Hello', 'Reply']);
  });
});
