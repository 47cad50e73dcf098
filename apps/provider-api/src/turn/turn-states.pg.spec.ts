import { SAYS, TURN_CASES, type TurnCase } from './turn-cases.test-kit';
import { Gate, type Sent, TurnEngine, refusalText, until } from './turn-engine.test-kit';

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
const UNKNOWN = 'INVALID_PARAMS: Unknown contextId';
const CLOSED = 'UNSUPPORTED_OPERATION: This conversation is closed; start a new one without contextId';

/** Same messageId, open; other messageId: waits or not; same messageId once closed. */
const TABLE: Record<string, [open: string, other: 'waits' | 'runs', closed: string]> = {
  running: [NO_REPLY, 'waits', NO_REPLY],
  waiting: [NO_REPLY, 'waits', NO_REPLY],
  answered: ['stored', 'runs', 'stored'],
  'stepped up': ['runs', 'runs', CLOSED],
  'failed before an effect': ['runs', 'runs', CLOSED],
  'failed after an effect': [NO_REPLY, 'runs', NO_REPLY],
  'lease expired, no effect': ['runs', 'runs', CLOSED],
  'lease expired, effect recorded': [NO_REPLY, 'runs', NO_REPLY],
};

/** What an arrival came to: a refusal, the stored reply without a run, or a run. */
async function arrival(sent: Sent): Promise<string> {
  const before = engine.runs.length;
  const reply = await engine.send(sent).catch((error: unknown) => refusalText(error));
  if (typeof reply === 'string') {
    expect(engine.runs).toHaveLength(before);
    return reply;
  }
  if (engine.runs.length === before) {
    expect(reply.text).toBe('You said: first text');
    return 'stored';
  }
  expect(reply.text).toBe(`You said: ${sent.text ?? 'Hello'}`);
  return 'runs';
}

describe.each(Object.keys(TURN_CASES))('PACT wire §2, PACT 4.3: %s', state => {
  const [open, other, closed] = TABLE[state]!;
  let met: TurnCase;

  beforeEach(async () => {
    met = await TURN_CASES[state]!({ engine, whose: {} });
  });
  afterEach(() => met.finish());

  it(`the same messageId, with another text: ${open}`, async () => {
    const { contextId, messageId } = met;
    expect(await arrival({ contextId, messageId, text: 'another text' })).toBe(open);
    if (open !== 'runs') return;
    // Whatever ran again is stored, and from now on answered.
    const row = await engine.row(contextId, messageId);
    expect(row).toMatchObject({ state: 'answered', run: 2, text: 'another text' });
    const runs = engine.runs.length;
    expect((await engine.send({ contextId, messageId })).text).toBe('You said: another text');
    expect(engine.runs).toHaveLength(runs);
  });

  it(`another messageId: ${other}`, async () => {
    const { contextId } = met;
    const messageId = engine.freshMessageId();
    const sending = engine.send({ contextId, messageId });
    if (other === 'waits') {
      await until(async () => (await engine.row(contextId, messageId))?.state === 'waiting');
      await met.finish();
    }
    expect((await sending).contextId).toBe(contextId);
  });

  it(`the same messageId once the conversation is closed: ${closed}`, async () => {
    const { contextId, messageId } = met;
    await engine.run(`UPDATE context SET closed_at = now(), closed_by = 'operator' WHERE id = $1`, [
      contextId,
    ]);
    expect(await arrival({ contextId, messageId, text: 'another text' })).toBe(closed);
    expect(await arrival({ contextId })).toBe(CLOSED);
    if (state === 'waiting') {
      // A waiter looks again before it starts: only the turn that ran already still stores its reply.
      const outcome = await met.finish().catch((error: unknown) => refusalText(error));
      expect(outcome).toBe(CLOSED);
      met = { ...met, finish: () => Promise.resolve() };
    } else {
      await met.finish();
    }
    if (state === 'running')
      expect(await engine.row(contextId, messageId)).toMatchObject({ state: 'answered' });
  });

  it('a stranger meets a conversation that is not there (PACT 4.2, field row 11)', async () => {
    const { contextId, messageId } = met;
    const random = await engine.refusal({ contextId: 'ctx_01AAAAAAAAAAAAAAAAAAAAAAAA' });
    expect(random).toBe(UNKNOWN);
    for (const stranger of [{ sub: 'user-2' }, { personalAgentId: 'pa-2' }, { brandId: 'brand-2' }]) {
      expect(await engine.refusal({ contextId, messageId, ...stranger })).toBe(random);
      expect(await engine.refusal({ contextId, ...stranger })).toBe(random);
    }
  });

  it('a disabled personal agent gets the bare 401, a closed Brand the bare 404, on the very next message (P36, P37)', async () => {
    const { contextId, messageId, finish } = met;
    // A waiter that looks in the meantime is refused, as it must be.
    if (state === 'waiting') met = { ...met, finish: () => finish().catch(refusalText) };
    await engine.run(`UPDATE personal_agent SET enabled = false WHERE id = 'pa-1'`);
    expect(await engine.refusal({ contextId, messageId })).toBe('bare 401');
    expect(await engine.refusal({})).toBe('bare 401');
    await engine.run(`UPDATE brand SET closed_at = now() WHERE id = 'brand-1'`);
    expect(await engine.refusal({ contextId, messageId })).toBe('bare 401');
    await engine.run(`UPDATE personal_agent SET enabled = true WHERE id = 'pa-1'`);
    expect(await engine.refusal({ contextId, messageId })).toBe('bare 404');
    expect(await engine.refusal({})).toBe('bare 404');
    await engine.run(`UPDATE brand SET closed_at = NULL WHERE id = 'brand-1'`);
  });
});

describe('PACT 4.2: closing', () => {
  it('by the agent takes effect with its reply; the stored messageId is answered for ever (P13, case 32)', async () => {
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    engine.behave = () => ({ text: 'Goodbye', close: true });
    const goodbye = await engine.send({ contextId, messageId });
    expect(await engine.refusal({ contextId })).toBe(CLOSED);
    expect(await engine.send({ contextId, messageId })).toEqual(goodbye);
    expect(await engine.refusal({ contextId, sub: 'user-2' })).toBe(UNKNOWN);
    expect((await engine.send()).contextId).not.toBe(contextId);
  });

  it('by idle time is judged by the database clock, without any sweep (P12)', async () => {
    const { contextId } = await engine.send();
    const age = (days: number) =>
      engine.run('UPDATE context SET last_at = clock_timestamp() - make_interval(days => $2) WHERE id = $1', [
        contextId,
        days,
      ]);
    await age(29);
    expect((await engine.send({ contextId })).contextId).toBe(contextId);
    await age(30);
    expect(await engine.refusal({ contextId })).toBe(CLOSED);
  });
});

describe('PACT 4.3: repeats', () => {
  it('a reply has an id of its own, and the same messageId elsewhere has its own reply (case 30)', async () => {
    const messageId = engine.freshMessageId();
    const one = await engine.send({ messageId });
    const two = await engine.send({ messageId });
    expect(one.contextId).not.toBe(two.contextId);
    expect(one.messageId).not.toBe(two.messageId);
    expect(one.messageId).toMatch(/^r-[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(await engine.send({ messageId, contextId: one.contextId })).toEqual(one);
    expect(await engine.send({ messageId, contextId: two.contextId })).toEqual(two);
  });

  it('a new message may not use the id of a reply in its conversation (case 31)', async () => {
    const { contextId, messageId } = await engine.send();
    expect(await engine.refusal({ contextId, messageId })).toBe(NO_REPLY);
    expect((await engine.send({ messageId })).contextId).not.toBe(contextId);
  });

  it('an Idempotency-Key covers the retry of a first message (P11)', async () => {
    const first = { messageId: engine.freshMessageId(), idempotencyKey: 'key-1' };
    const reply = await engine.send(first);
    const runs = engine.runs.length;
    expect(await engine.send(first)).toEqual(reply);
    expect(engine.runs).toHaveLength(runs);
    expect(await engine.refusal({ ...first, text: 'other content' })).toBe(
      'INVALID_PARAMS: This Idempotency-Key was used for another message',
    );
    expect((await engine.send({ ...first, sub: 'user-2', text: 'other content' })).contextId).not.toBe(
      reply.contextId,
    );
  });

  it('an Idempotency-Key whose message still runs is refused at once (P11)', async () => {
    const gate = new Gate();
    engine.behave = async () => {
      await gate.opened;
      return { text: 'Late', close: false };
    };
    const first = { messageId: engine.freshMessageId(), idempotencyKey: 'key-2' };
    const sending = engine.send(first);
    await until(() => engine.runs.at(-1)?.messageId === first.messageId);
    expect(await engine.refusal(first)).toBe(NO_REPLY);
    gate.release();
    const reply = await sending;
    expect(await engine.send(first)).toEqual(reply);
  });
});
