import { AgentFailure } from '@surety/agents';
import { argsHash } from '@surety/tokens';
import { answered, calls, receiptOf, stepsUp } from './delegated-turns.test-kit';
import { SAYS } from './turn-cases.test-kit';
import { type Behaviour, TurnEngine } from './turn-engine.test-kit';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
beforeEach(() => {
  engine.behave = SAYS;
});
const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const INTERNAL = 'INTERNAL: Internal error';

describe('P28: what tools answered before a step-up', () => {
  const cancelsThenSteps: Behaviour = async (turn, ledger, signal) => {
    await calls(ledger, 'c1', 'cancel_order', {
      effect: true,
      args: { order: 'A' },
      scopes: ['orders:cancel'],
    });
    return stepsUp(turn, ledger, signal);
  };
  const KEPT = {
    ...{ callId: 'c1', name: 'cancel_order', argsHash: argsHash({ order: 'A' }), scopes: ['orders:cancel'] },
    ...{ result: { ok: true, result: 'cancel_order' }, sameUser: true },
  };

  /** A conversation of Jane's with a message that cancelled an order and then stepped up. */
  async function steppedUp() {
    const { contextId } = await answered(engine, 'jane');
    engine.behave = cancelsThenSteps;
    const sent = { contextId, messageId: engine.freshMessageId() };
    const task = await engine.stepUp({ ...sent, as: 'jane' });
    engine.behave = SAYS;
    return { sent, task };
  }

  it('goes with the next run of its message, and both receipts are complete', async () => {
    const { sent, task } = await steppedUp();
    const actions = [{ tool: 'cancel_order', argsHash: KEPT.argsHash }];
    expect(await receiptOf(engine, task)).toMatchObject({ scopesUsed: ['orders:cancel'], actions });
    engine.behave = async (turn, ledger) => {
      await calls(ledger, 'c2', 'refund', { effect: true, scopes: ['refunds:issue'] });
      return SAYS(turn);
    };
    const reply = await engine.send({ ...sent, as: 'jane', text: 'now you may' });
    expect(engine.runs.at(-1)).toMatchObject({ run: 2, resumedFrom: [KEPT], text: 'now you may' });
    expect(await receiptOf(engine, reply)).toMatchObject({
      scopesUsed: ['orders:cancel', 'refunds:issue'],
      actions: [...actions, { tool: 'refund' }],
    });
    expect(reply.messageId).not.toBe(task.messageId);
    expect(
      await engine.run('SELECT reply_id FROM receipt WHERE message_id = $1 ORDER BY id', [sent.messageId]),
    ).toEqual([{ reply_id: task.messageId }, { reply_id: reply.messageId }]);
  });

  it('goes along again after a run between that failed without an effect', async () => {
    const { sent } = await steppedUp();
    engine.behave = async (_turn, ledger) => {
      await calls(ledger, 'c2', 'lookup');
      throw new AgentFailure('timeout', 'late');
    };
    expect(await engine.refusal({ ...sent, as: 'jane' })).toBe(INTERNAL);
    engine.behave = SAYS;
    const reply = await engine.send({ ...sent, as: 'jane' });
    expect(engine.runs.at(-1)).toMatchObject({ run: 3, resumedFrom: [KEPT] });
    const { actions } = await receiptOf(engine, reply);
    expect(actions.map(({ tool }) => tool)).toEqual(['cancel_order', 'lookup']);
  });

  it('spends the message when a later run has an effect of its own and fails', async () => {
    const { sent } = await steppedUp();
    engine.behave = async (_turn, ledger) => {
      await calls(ledger, 'c2', 'refund', { effect: true });
      throw new AgentFailure('timeout', 'late');
    };
    expect(await engine.refusal({ ...sent, as: 'jane' })).toBe(INTERNAL);
    expect(await engine.refusal({ ...sent, as: 'jane' })).toBe(NO_REPLY);
  });

  it('is no business of an identity turn, which steps up again (PACT wire §2)', async () => {
    const { sent } = await steppedUp();
    engine.behave = stepsUp;
    const task = await engine.stepUp(sent);
    expect(task.receipt).toBeUndefined();
    expect(engine.runs.at(-1)?.resumedFrom).toEqual([{ ...KEPT, sameUser: false, result: undefined }]);
    engine.behave = SAYS;
    await engine.send({ ...sent, as: 'jane' });
    expect(engine.runs.at(-1)).toMatchObject({ run: 3, resumedFrom: [KEPT] });
  });

  it('is no business of another Brand user, nor in its receipt', async () => {
    engine.behave = cancelsThenSteps;
    const { contextId } = await engine.stepUp({ as: 'jane', messageId: 'm' });
    engine.behave = SAYS;
    const reply = await engine.send({ contextId, as: 'john', messageId: 'm' });
    expect(engine.runs.at(-1)?.resumedFrom).toEqual([{ ...KEPT, sameUser: false, result: undefined }]);
    expect(await receiptOf(engine, reply)).toMatchObject({ user: 'john', actions: [], scopesUsed: [] });
  });

  it('of a tool without scopes goes with every run: no account stands in it, and its writes never happen twice', async () => {
    const { contextId } = await answered(engine, 'jane');
    engine.behave = async (turn, ledger, signal) => {
      await calls(ledger, 'c1', 'open_ticket', { effect: true, scopes: [] });
      return stepsUp(turn, ledger, signal);
    };
    await engine.stepUp({ contextId, messageId: 'scopeless', as: 'jane' });
    engine.behave = SAYS;
    await engine.send({ contextId, messageId: 'scopeless' });
    const result = { ok: true, result: 'open_ticket' };
    expect(engine.runs.at(-1)?.resumedFrom).toMatchObject([{ callId: 'c1', sameUser: true, result }]);
  });

  it('of an identity run goes with the run under a token: its writes never happen twice', async () => {
    const { contextId } = await engine.send();
    engine.behave = async (turn, ledger, signal) => {
      await calls(ledger, 'c1', 'open_ticket', { effect: true, scopes: [] });
      return stepsUp(turn, ledger, signal);
    };
    await engine.stepUp({ contextId, messageId: 'm' });
    engine.behave = SAYS;
    const reply = await engine.send({ contextId, messageId: 'm', as: 'jane' });
    const result = { ok: true, result: 'open_ticket' };
    expect(engine.runs.at(-1)?.resumedFrom).toMatchObject([{ callId: 'c1', sameUser: true, result }]);
    expect(await receiptOf(engine, reply)).toMatchObject({
      actions: [{ tool: 'open_ticket' }],
      scopesUsed: [],
    });
  });

  it('P24: a receipt verifies when its key is retired, and the next is signed by the new one', async () => {
    const before = await engine.send({ as: 'jane' });
    await engine.rotateKey();
    const after = await engine.send({ as: 'jane' });
    const kids = [before, after].map(({ receipt }) => kidOf(receipt?.jws));
    expect(kids[0]).not.toBe(kids[1]);
    for (const reply of [before, after]) await receiptOf(engine, reply);
  });
});

function kidOf(jws = ''): unknown {
  const header = Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8');
  return (JSON.parse(header) as { kid: unknown }).kid;
}
