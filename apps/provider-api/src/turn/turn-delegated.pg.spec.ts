import { AgentFailure, type CallLedger } from '@surety/agents';
import { argsHash, readJwks, verifyReceipt } from '@surety/tokens';
import type { InvalidDelegation } from '../errors/refusals';
import { SAYS } from './turn-cases.test-kit';
import {
  type Behaviour,
  CARD_SCOPES,
  Gate,
  GRANTED,
  TurnEngine,
  refusalText,
  until,
} from './turn-engine.test-kit';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
beforeEach(() => {
  engine.behave = SAYS;
});
afterEach(() =>
  engine.run(
    `UPDATE delegation_grant SET revoked_at = NULL, revoked_by = NULL, scopes = $1, ends_at = now() + interval '1 day'`,
    [GRANTED],
  ),
);

const OTHER_USER = 'INVALID_PARAMS: This conversation belongs to another Brand user';
const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const INTERNAL = 'INTERNAL: Internal error';
const INTERFACE = 'https://provider.example/a2a/brand-1';

const stepsUp: Behaviour = () => ({ kind: 'step-up', missingScopes: ['refunds:issue'], text: 'May I?' });
const revoke = (user: string) =>
  engine.run(`UPDATE delegation_grant SET revoked_at = now(), revoked_by = 'user' WHERE brand_user = $1`, [
    user,
  ]);

/** Calls one tool as the agents' runner does. */
async function calls(
  ledger: CallLedger,
  callId: string,
  name: string,
  {
    effect = false,
    args = {},
    scopes = ['orders:read'],
    result = { ok: true, result: name } as unknown,
  } = {},
): Promise<void> {
  const call = { step: 1, attempt: 1, callId };
  await ledger.begin({ ...call, effect, tool: { name, argsHash: argsHash(args), scopes } });
  await ledger.settle({ ...call, state: 'done', result });
}

/** The receipt of an answer, verified with the keys that the Brand publishes. */
async function receiptOf(answer: {
  readonly contextId: string;
  readonly messageId: string;
  readonly receipt?: { jws: string; claims: object } | undefined;
}) {
  const { receipt, contextId, messageId } = answer;
  if (!receipt) throw new Error('no receipt');
  const published = await engine.keys.published({ brandId: 'brand-1' });
  const keys = readJwks(JSON.stringify({ keys: published.map(({ publicJwk }) => publicJwk) }));
  if (!keys.ok) throw new Error(keys.error);
  const expected = {
    brand: INTERFACE,
    pa: 'https://pa-1.example',
    contextId,
    messageId,
    claims: receipt.claims,
  };
  const verified = verifyReceipt(receipt.jws, keys.value, expected);
  if (!verified.ok) throw new Error(JSON.stringify(verified.error));
  return verified.value.claims;
}

describe('PACT 5.6: every delegated reply has its receipt', () => {
  it('small talk has one without scopes and actions; a repeat gets the very same (P10)', async () => {
    const reply = await engine.send({ as: 'jane', messageId: 'small talk' });
    expect(await receiptOf(reply)).toMatchObject({
      ...{ grantId: 'a2agrant_jane', user: 'jane', pa: 'https://pa-1.example', brand: INTERFACE },
      ...{ scopesUsed: [], actions: [] },
    });
    const { contextId } = reply;
    const { id: _, replyId: __, ...shown } = reply.receipt as never as Record<string, unknown>;
    for (const again of [{ as: 'jane' as const, text: 'other' }, { text: 'other' }]) {
      expect(await engine.send({ contextId, messageId: 'small talk', ...again })).toEqual({
        ...reply,
        receipt: shown,
      });
    }
    expect(await engine.run('SELECT jws FROM receipt WHERE context_id = $1', [contextId])).toEqual([
      { jws: reply.receipt?.jws },
    ]);
  });

  it('an identity reply has none, also in a delegated conversation', async () => {
    const { contextId } = await engine.send({ as: 'jane' });
    expect((await engine.send({ contextId })).receipt).toBeUndefined();
  });

  it('lists every call that was sent, in order, failed ones too, and the scopes used in card order (P20)', async () => {
    engine.behave = async ({ text }, ledger) => {
      await calls(ledger, 'c1', 'cancel_order', {
        effect: true,
        args: { order: 'A' },
        scopes: ['orders:cancel'],
      });
      const late = { step: 1, attempt: 1, callId: 'c2' };
      await ledger.begin({
        ...late,
        effect: true,
        tool: { name: 'lookup', argsHash: undefined, scopes: ['orders:read'] },
      });
      await ledger.settle({ ...late, state: 'unknown' });
      const never = { step: 1, attempt: 1, callId: 'c3' };
      await ledger.begin({ ...never, effect: true, tool: { name: 'away', argsHash: undefined, scopes: [] } });
      await ledger.neverSent(never);
      return { text, close: false };
    };
    expect(await receiptOf(await engine.send({ as: 'jane' }))).toMatchObject({
      scopesUsed: ['orders:read', 'orders:cancel'],
      actions: [{ tool: 'cancel_order', argsHash: argsHash({ order: 'A' }) }, { tool: 'lookup' }],
    });
  });
});

describe('PACT 5.5: what a delegated turn gets', () => {
  it('the token, its Brand user and the scopes of token ∩ grant ∩ card; an identity turn nothing of it (P14)', async () => {
    const { contextId } = await engine.send({
      as: 'jane',
      tokenScopes: ['orders:cancel', 'gone:scope', 'orders:read'],
    });
    expect(engine.runs.at(-1)?.delegation).toEqual({
      ...{ token: 'token of jane', grantId: 'a2agrant_jane', brandUserId: 'jane' },
      scopes: ['orders:read', 'orders:cancel'],
    });
    await engine.send({ contextId, as: 'jane', tokenScopes: ['orders:cancel', 'refunds:issue'] });
    expect(engine.runs.at(-1)?.delegation?.scopes).toEqual(['orders:cancel']);
    expect(await engine.runs.at(-1)?.history()).toHaveLength(2);
    await engine.send({ contextId });
    expect(engine.runs.at(-1)).not.toHaveProperty('delegation');
    expect(await engine.runs.at(-1)?.history()).toEqual([]);
  });

  it('the grant as it is when the turn starts, not as it was when the message came (P29)', async () => {
    const { contextId } = await engine.send();
    const gate = new Gate();
    engine.behave = async turn => {
      await gate.opened;
      return SAYS(turn);
    };
    const lower = engine.send({ contextId });
    const messageId = engine.freshMessageId();
    const waiter = engine.send({ contextId, messageId, as: 'jane', tokenScopes: CARD_SCOPES });
    await until(async () => (await engine.row(contextId, messageId))?.['state'] === 'waiting');
    await engine.run(`UPDATE delegation_grant SET scopes = '{refunds:issue}' WHERE brand_user = 'jane'`);
    gate.release();
    await Promise.all([lower, waiter]);
    expect(engine.runs.at(-1)?.delegation?.scopes).toEqual(['refunds:issue']);
  });
});

describe('PACT 5.5, P37: a grant that is revoked', () => {
  it('ends every way in on the very next message, and changes nothing', async () => {
    const { contextId, messageId } = await answered('jane');
    const runs = engine.runs.length;
    await revoke('jane');
    for (const sent of [{}, { contextId }, { contextId, messageId }, { idempotencyKey: 'k' }]) {
      const refusal = await engine.service
        .run(engine.request({ as: 'jane', ...sent }))
        .catch((error: unknown) => error);
      expect(refusalText(refusal)).toBe('bare 401');
      expect((refusal as InvalidDelegation).headers()['www-authenticate']).toContain('error="invalid_token"');
    }
    expect(engine.runs).toHaveLength(runs);
    expect((await engine.send({ contextId, messageId })).text).toBe('You said: Hello');
  });

  it('while its turn runs, lets that turn store its reply with its receipt', async () => {
    engine.behave = async turn => {
      await revoke('jane');
      return SAYS(turn);
    };
    expect(await receiptOf(await engine.send({ as: 'jane' }))).toMatchObject({ grantId: 'a2agrant_jane' });
  });

  it('while its turn waits, releases the claim', async () => {
    const { contextId } = await engine.send();
    const gate = new Gate();
    engine.behave = async turn => {
      await gate.opened;
      return SAYS(turn);
    };
    const lower = engine.send({ contextId });
    const messageId = engine.freshMessageId();
    const waiter = engine.refusal({ contextId, messageId, as: 'jane' });
    await until(async () => (await engine.row(contextId, messageId))?.['state'] === 'waiting');
    await revoke('jane');
    gate.release();
    expect(await waiter).toBe('bare 401');
    await lower;
    expect(await engine.row(contextId, messageId)).toMatchObject({
      state: 'released',
      failure: { code: 'grant_dead' },
    });
  });
});

describe('PACT 5.5, P8: whose conversation it is', () => {
  it('the first of two Brand users whose reply is stored has it; the one who waits is refused', async () => {
    const { contextId } = await engine.send();
    const gate = new Gate();
    engine.behave = async turn => {
      await gate.opened;
      return SAYS(turn);
    };
    const jane = engine.send({ contextId, as: 'jane', messageId: 'of jane' });
    await until(async () => (await engine.row(contextId, 'of jane')) !== undefined);
    const john = engine.refusal({ contextId, as: 'john', messageId: 'of john' });
    await until(async () => (await engine.row(contextId, 'of john'))?.['state'] === 'waiting');
    gate.release();
    await jane;
    expect(await john).toBe(OTHER_USER);
    expect(await engine.row(contextId, 'of john')).toMatchObject({ state: 'released' });
  });

  it('one that was opened under a token that stepped up is open to another Brand user', async () => {
    engine.behave = stepsUp;
    const { contextId } = await engine.stepUp({ as: 'jane', messageId: 'm' });
    engine.behave = SAYS;
    expect(await receiptOf(await engine.send({ contextId, as: 'john', messageId: 'm' }))).toMatchObject({
      user: 'john',
    });
    expect(await engine.refusal({ contextId, as: 'jane', messageId: 'm' })).toBe(OTHER_USER);
  });
});

describe('PACT 5.5, P28: a turn that needs more', () => {
  it('is a task with what is missing and a link, and the conversation stays open', async () => {
    engine.behave = stepsUp;
    const task = await engine.stepUp({ as: 'jane', messageId: 'm' });
    expect(task).toMatchObject({ text: 'May I?', missingScopes: ['refunds:issue'], receipt: undefined });
    expect(task.taskId).toMatch(/^t-[0-9A-HJKMNP-TV-Z]{26}$/);
    expect(task.messageId).toMatch(/^r-[0-9A-HJKMNP-TV-Z]{26}-1$/);
    expect(task.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    const consent = encodeURIComponent(`${INTERFACE}/oauth/consent?user_code=`);
    const [login, code] = task.verificationUriComplete.split(consent);
    expect(login).toBe('https://brand.example/login?return_to=');
    expect(code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
    engine.behave = SAYS;
    expect((await engine.send({ contextId: task.contextId, as: 'jane' })).text).toBe('You said: Hello');
  });

  it('has one link for the same scopes and User while it is pending (PACT wire §2)', async () => {
    engine.behave = stepsUp;
    const links = [];
    for (const sub of ['user-1', 'user-1', 'user-3']) {
      links.push((await engine.stepUp({ sub })).verificationUriComplete);
    }
    expect(links[1]).toBe(links[0]);
    expect(links[2]).not.toBe(links[0]);
  });

  it('says the default text where its agent says none', async () => {
    engine.behave = () => ({ kind: 'step-up', missingScopes: ['refunds:issue'], text: undefined });
    expect((await engine.stepUp()).text).toBe('I need your permission to do this.');
  });

  it('on an identity turn has no receipt, whatever it called (P28)', async () => {
    engine.behave = async (turn, ledger, signal) => {
      await calls(ledger, 'c1', 'open_ticket', { effect: true, scopes: [] });
      return stepsUp(turn, ledger, signal);
    };
    expect((await engine.stepUp()).receipt).toBeUndefined();
  });
});

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
    const { contextId } = await answered('jane');
    engine.behave = cancelsThenSteps;
    const sent = { contextId, messageId: engine.freshMessageId() };
    const task = await engine.stepUp({ ...sent, as: 'jane' });
    engine.behave = SAYS;
    return { sent, task };
  }

  it('goes with the next run of its message, and both receipts are complete', async () => {
    const { sent, task } = await steppedUp();
    const actions = [{ tool: 'cancel_order', argsHash: KEPT.argsHash }];
    expect(await receiptOf(task)).toMatchObject({ scopesUsed: ['orders:cancel'], actions });
    engine.behave = async (turn, ledger) => {
      await calls(ledger, 'c2', 'refund', { effect: true, scopes: ['refunds:issue'] });
      return SAYS(turn);
    };
    const reply = await engine.send({ ...sent, as: 'jane', text: 'now you may' });
    expect(engine.runs.at(-1)).toMatchObject({ run: 2, resumedFrom: [KEPT], text: 'now you may' });
    expect(await receiptOf(reply)).toMatchObject({
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
    const { actions } = await receiptOf(reply);
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
    expect(await receiptOf(reply)).toMatchObject({ user: 'john', actions: [], scopesUsed: [] });
  });

  it('of a tool without scopes goes with every run: no account stands in it, and its writes never happen twice', async () => {
    const { contextId } = await answered('jane');
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
    expect(await receiptOf(reply)).toMatchObject({ actions: [{ tool: 'open_ticket' }], scopesUsed: [] });
  });

  it('P24: a receipt verifies when its key is retired, and the next is signed by the new one', async () => {
    const before = await engine.send({ as: 'jane' });
    await engine.rotateKey();
    const after = await engine.send({ as: 'jane' });
    const kids = [before, after].map(({ receipt }) => kidOf(receipt?.jws));
    expect(kids[0]).not.toBe(kids[1]);
    for (const reply of [before, after]) await receiptOf(reply);
  });
});

describe('two sends at once under a token (field row 13)', () => {
  it('of one messageId: one run, one receipt', async () => {
    const { contextId } = await answered('jane');
    const runs = engine.runs.length;
    const messageId = engine.freshMessageId();
    const sends = Array.from({ length: 10 }, (_, n) =>
      engine.send({ contextId, messageId, ...(n % 2 === 0 && { as: 'jane' as const }) }).catch(refusalText),
    );
    const outcomes = await Promise.all(sends);
    expect(engine.runs).toHaveLength(runs + 1);
    const refusals = outcomes.filter(outcome => typeof outcome === 'string');
    expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? [NO_REPLY] : []));
    const kept = await engine.run('SELECT FROM receipt WHERE message_id = $1', [messageId]);
    expect(kept.length).toBe(engine.runs.at(-1)?.delegation ? 1 : 0);
  });

  it('of a message that stepped up: one of them runs', async () => {
    const { contextId } = await answered('jane');
    const messageId = engine.freshMessageId();
    engine.behave = stepsUp;
    await engine.stepUp({ contextId, messageId, as: 'jane' });
    engine.behave = SAYS;
    const runs = engine.runs.length;
    const again = () => engine.send({ contextId, messageId, as: 'jane' }).catch(refusalText);
    await Promise.all(Array.from({ length: 10 }, again));
    expect(engine.runs).toHaveLength(runs + 1);
    expect(await engine.row(contextId, messageId)).toMatchObject({ state: 'answered', run: 2 });
  });
});

async function answered(as: 'jane' | 'john') {
  const messageId = engine.freshMessageId();
  const { contextId } = await engine.send({ as, messageId });
  return { contextId, messageId };
}

function kidOf(jws = ''): unknown {
  const header = Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString('utf8');
  return (JSON.parse(header) as { kid: unknown }).kid;
}
