import { argsHash } from '@surety/tokens';
import type { InvalidDelegation } from '../errors/refusals';
import { INTERFACE, answered, calls, receiptOf, stepsUp } from './delegated-turns.test-kit';
import { SAYS } from './turn-cases.test-kit';
import { CARD_SCOPES, Gate, GRANTED, TurnEngine, refusalText, until } from './turn-engine.test-kit';

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

const revoke = (user: string) =>
  engine.run(`UPDATE delegation_grant SET revoked_at = now(), revoked_by = 'user' WHERE brand_user = $1`, [
    user,
  ]);

describe('PACT 5.6: every delegated reply has its receipt', () => {
  it('[PACT-5.6-receipt] small talk has one without scopes and actions; a repeat gets the very same (P10)', async () => {
    const reply = await engine.send({ as: 'jane', messageId: 'small talk' });
    expect(await receiptOf(engine, reply)).toMatchObject({
      ...{ grantId: 'a2agrant_jane', user: 'jane', pa: 'https://pa-1.example', brand: INTERFACE },
      ...{ scopesUsed: [], actions: [] },
    });
    const { contextId } = reply;
    const shown = { jws: reply.receipt?.jws, claims: reply.receipt?.claims };
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
    expect(await receiptOf(engine, await engine.send({ as: 'jane' }))).toMatchObject({
      scopesUsed: ['orders:read', 'orders:cancel'],
      actions: [{ tool: 'cancel_order', argsHash: argsHash({ order: 'A' }) }, { tool: 'lookup' }],
    });
  });
});

describe('PACT 5.5: what a delegated turn gets', () => {
  it('[PACT-5.5-limited] the token, its Brand user and the scopes of token ∩ grant ∩ card; an identity turn nothing of it (P14)', async () => {
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
    const gate = holdsTurns();
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
    const { contextId, messageId } = await answered(engine, 'jane');
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
    expect(await receiptOf(engine, await engine.send({ as: 'jane' }))).toMatchObject({
      grantId: 'a2agrant_jane',
    });
  });

  it('while its turn waits, releases the claim', async () => {
    const { contextId } = await engine.send();
    const gate = holdsTurns();
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
    const gate = holdsTurns();
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
    expect(
      await receiptOf(engine, await engine.send({ contextId, as: 'john', messageId: 'm' })),
    ).toMatchObject({
      user: 'john',
    });
    expect(await engine.refusal({ contextId, as: 'jane', messageId: 'm' })).toBe(OTHER_USER);
  });
});

describe('PACT 5.5, P28: a turn that needs more', () => {
  it('[PACT-5.5-step-up] is a task with what is missing and a link, and the conversation stays open', async () => {
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

describe('two sends at once under a token (field row 13)', () => {
  it('of one messageId: one run, one receipt', async () => {
    const { contextId } = await answered(engine, 'jane');
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
    const { contextId } = await answered(engine, 'jane');
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

/** Every turn from now on runs until the gate opens. */
function holdsTurns(): Gate {
  const gate = new Gate();
  engine.behave = async turn => {
    await gate.opened;
    return SAYS(turn);
  };
  return gate;
}
