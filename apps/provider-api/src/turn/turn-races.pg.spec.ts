import { Gate, TurnEngine, refusalText, until } from './turn-engine.test-kit';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
afterEach(() => jest.restoreAllMocks());

const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const INTERNAL = 'INTERNAL: Internal error';
const PARALLEL = 20;
const answer = (text: string) => ({ text, close: false });

/** A turn that runs until its gate opens, in a conversation of its own; every turn behind it answers its own text. */
async function slowTurn() {
  engine.behave = ({ text }) => answer(text);
  const { contextId } = await engine.send();
  const gate = new Gate();
  engine.behave = async ({ text }) => {
    await gate.opened;
    return answer(text);
  };
  const slow = engine.send({ contextId, text: 'slow' });
  await until(() => engine.runs.at(-1)?.text === 'slow');
  return { contextId, gate, slow };
}

describe('PACT 4.3, field row 13: copies of one message at once', () => {
  it.each(['in a conversation', 'as a first message with an Idempotency-Key'])(
    'one run, one reply, and the rest refused at once or given that reply: %s',
    async where => {
      const { contextId } = await engine.send();
      const messageId = engine.freshMessageId();
      const sent =
        where === 'in a conversation' ? { contextId, messageId } : { messageId, idempotencyKey: 'copies' };
      const gate = new Gate();
      engine.behave = async () => {
        await gate.opened;
        return answer('the one reply');
      };
      const before = engine.runs.length;
      const sends = Array.from({ length: PARALLEL }, () =>
        engine.send(sent).then(
          reply => reply.text,
          (error: unknown) => refusalText(error),
        ),
      );
      await Promise.all(
        sends.slice(0, PARALLEL).map(send => Promise.race([send, until(() => engine.runs.length > before)])),
      );
      gate.release();
      const outcomes = await Promise.all(sends);
      expect(engine.runs.length - before).toBe(1);
      expect(outcomes.filter(outcome => outcome !== 'the one reply' && outcome !== NO_REPLY)).toEqual([]);
      expect(outcomes.filter(outcome => outcome === 'the one reply').length).toBeGreaterThanOrEqual(1);
      expect((await engine.send(sent)).text).toBe('the one reply');
    },
  );
});

describe('P12: different messages of one conversation at once', () => {
  it('are all answered, one after the other, each with the history of those before it', async () => {
    const { contextId } = await engine.send();
    let running = 0;
    const order: number[] = [];
    const histories: number[] = [];
    engine.behave = async ({ text, turnNumber, history }) => {
      running += 1;
      expect(running).toBe(1);
      histories.push((await history()).length);
      order.push(turnNumber);
      running -= 1;
      return answer(`Answer to ${text}`);
    };
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => engine.send({ contextId, text: `question ${n}` })),
    );
    expect(replies.map(({ text }) => text)).toEqual(replies.map((_, n) => `Answer to question ${n}`));
    expect(order).toEqual(Array.from({ length: 12 }, (_, n) => n + 2));
    expect(histories).toEqual(Array.from({ length: 12 }, (_, n) => (n + 1) * 2));
  });

  it('a waiter is woken by the end of the turn before it, not by its next look', async () => {
    const { contextId } = await engine.send();
    const gate = new Gate();
    engine.behave = async ({ text }) => {
      if (text === 'slow') await gate.opened;
      return answer(text);
    };
    const start = jest.spyOn(engine.turns, 'start');
    const slow = engine.send({ contextId, text: 'slow' });
    await until(() => engine.runs.at(-1)?.text === 'slow');
    const fast = engine.send({ contextId, text: 'fast' });
    await until(() => start.mock.results.length > 0);
    await start.mock.results[0]!.value;
    const looks = start.mock.calls.length;
    gate.release();
    await slow;
    await fast;
    expect(start.mock.calls.length - looks).toBeLessThanOrEqual(2);
  });

  it('a waiter finds out by looking when the turn before it died or its word is lost', async () => {
    const { contextId } = await engine.send();
    const owner = { brandId: 'brand-1', personalAgentId: 'pa-1', sub: 'user-1' };
    const messageId = engine.freshMessageId();
    await engine.turns.claimNext({ ...owner, contextId, messageId, text: 'x' });
    engine.behave = ({ text }) => answer(text);
    const sending = engine.send({ contextId, text: 'after the dead one' });
    await until(
      async () => (await engine.run('SELECT FROM turn WHERE context_id = $1', [contextId])).length === 3,
    );
    await engine.expire(contextId, messageId);
    expect((await sending).text).toBe('after the dead one');
  });

  it('waits at most 30 seconds, then INTERNAL with the claim released, and the turn before it goes on', async () => {
    const { contextId, gate, slow } = await slowTurn();
    const messageId = engine.freshMessageId();
    const looks = jest.spyOn(engine.turns, 'start');
    const waiting = engine.refusal({ contextId, messageId, text: 'late' });
    await until(() => looks.mock.calls.length > 0);
    const now = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => now() + 30_000);
    expect(await waiting).toBe(INTERNAL);
    jest.restoreAllMocks();
    expect(await engine.row(contextId, messageId)).toMatchObject({
      state: 'released',
      failure: { code: 'wait_timeout' },
    });
    gate.release();
    expect((await slow).text).toBe('slow');
    expect((await engine.send({ contextId, messageId, text: 'again' })).text).toBe('again');
  });

  it.each([
    [
      'the personal agent is disabled',
      `UPDATE personal_agent SET enabled = false`,
      `UPDATE personal_agent SET enabled = true`,
      'bare 401',
    ],
    [
      'the Brand is closed',
      `UPDATE brand SET closed_at = now()`,
      `UPDATE brand SET closed_at = NULL`,
      'bare 404',
    ],
    [
      'the conversation is closed',
      `UPDATE context SET closed_at = now(), closed_by = 'operator'`,
      `UPDATE context SET closed_at = NULL, closed_by = NULL`,
      'UNSUPPORTED_OPERATION: This conversation is closed; start a new one without contextId',
    ],
  ])('a waiter looks again before it starts: %s', async (_what, breach, heal, refusal) => {
    const { contextId, gate, slow } = await slowTurn();
    const messageId = engine.freshMessageId();
    const waiting = engine.refusal({ contextId, messageId });
    await until(async () => (await engine.row(contextId, messageId))?.state === 'waiting');
    await engine.run(breach);
    expect(await waiting).toBe(refusal);
    await engine.run(heal);
    expect(await engine.row(contextId, messageId)).toMatchObject({ state: 'released' });
    gate.release();
    expect((await slow).text).toBe('slow');
    expect((await engine.send({ contextId, messageId })).contextId).toBe(contextId);
  });
});

describe('PACT wire §2: a run that lost its lease', () => {
  it('drops its answer: the caller gets INTERNAL, the run that took over has the message', async () => {
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    const gate = new Gate();
    engine.behave = async ({ run }) => {
      if (run === 1) await gate.opened;
      return answer(`run ${run}`);
    };
    const first = engine.refusal({ contextId, messageId });
    await until(() => engine.runs.at(-1)?.messageId === messageId);
    await engine.expire(contextId, messageId);
    expect((await engine.send({ contextId, messageId })).text).toBe('run 2');
    gate.release();
    expect(await first).toBe(INTERNAL);
    expect((await engine.send({ contextId, messageId })).text).toBe('run 2');
    expect(await engine.row(contextId, messageId)).toMatchObject({ run: 2, failure: null });
  });

  it('may begin no delivery any more', async () => {
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    const gate = new Gate();
    const begun: string[] = [];
    engine.behave = async ({ run }, calls) => {
      if (run === 1) await gate.opened;
      await calls.begin({ step: 1, attempt: 1, effect: true });
      begun.push(`run ${run}`);
      return answer(`run ${run}`);
    };
    const first = engine.refusal({ contextId, messageId });
    await until(() => engine.runs.at(-1)?.messageId === messageId);
    await engine.expire(contextId, messageId);
    await engine.send({ contextId, messageId });
    gate.release();
    expect(await first).toBe(INTERNAL);
    expect(begun).toEqual(['run 2']);
  });
});
