import { AgentFailure, type CallLedger } from '@surety/agents';
import { armFailPoints } from '@surety/platform';
import { TURN_FAIL_POINTS } from './turn-fail-points';
import { type Behaviour, Gate, TurnEngine, refusalText, until } from './turn-engine.test-kit';

jest.setTimeout(30_000);

let engine: TurnEngine;

beforeAll(async () => {
  engine = await TurnEngine.start();
});
afterAll(() => engine.stop());
afterEach(() => {
  armFailPoints(undefined);
  jest.restoreAllMocks();
});

const NO_REPLY = 'INVALID_PARAMS: No stored reply for this messageId';
const INTERNAL = 'INTERNAL: Internal error';
const says = (text: string): Behaviour => {
  return () => ({ text, close: false });
};
const shortDeadline = (seconds: number) =>
  engine.run('UPDATE brand SET agent_deadline_seconds = $1', [seconds]);

describe('P10: an agent that gives no answer', () => {
  const nonsense: Record<string, Behaviour> = {
    'throws what it must': () => {
      throw new AgentFailure('status', 'secret-host.internal answered 500');
    },
    'throws what it must not': () => {
      throw new TypeError('secret-host.internal is undefined');
    },
    'throws no error at all': () => Promise.reject('secret-host.internal'),
    'says what no text column can hold': says('a\0b'),
    'says nothing at all': () => undefined as never,
  };

  it.each(Object.keys(nonsense))(
    'that %s: INTERNAL without a word of it, the cause on the turn, and the message may run again',
    async how => {
      const { contextId } = await engine.send();
      const messageId = engine.freshMessageId();
      engine.behave = nonsense[how]!;
      expect(await engine.refusal({ contextId, messageId })).toBe(INTERNAL);
      const row = await engine.row(contextId, messageId);
      expect(row).toMatchObject({ state: 'released', reply_text: null });
      expect(row.failure).toMatchObject({
        code: expect.stringMatching(/./),
        detail: expect.stringMatching(/./),
      });
      engine.behave = says('better now');
      expect((await engine.send({ contextId })).text).toBe('better now');
      expect((await engine.send({ contextId, messageId })).text).toBe('better now');
    },
  );

  it('that hangs: INTERNAL a moment after the deadline, other conversations untouched, its late calls refused', async () => {
    await shortDeadline(1);
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    let late: Promise<void> | undefined;
    let aborted = false;
    engine.behave = ({ text }, calls, signal) => {
      if (text !== 'hang') return { text, close: false };
      return new Promise(() => {
        signal.addEventListener('abort', () => (aborted = true));
        setTimeout(() => {
          late = calls.begin({ step: 1, attempt: 1, effect: true });
          late.catch(() => undefined);
        }, 2_500);
      });
    };
    const startMs = performance.now();
    const hanging = engine.refusal({ contextId, messageId, text: 'hang' });
    expect((await engine.send({ text: 'elsewhere' })).text).toBe('elsewhere');
    expect(await hanging).toBe(INTERNAL);
    const tookMs = performance.now() - startMs;
    expect(tookMs).toBeGreaterThanOrEqual(1_000);
    expect(tookMs).toBeLessThan(4_000);
    expect(aborted).toBe(true);
    expect(await engine.row(contextId, messageId)).toMatchObject({
      state: 'released',
      failure: { code: 'timeout' },
    });
    await until(() => late !== undefined);
    await expect(late).rejects.toThrow('the run has ended');
    expect(await engine.run('SELECT FROM turn_call WHERE effect')).toEqual([]);
    expect((await engine.send({ contextId, messageId, text: 'again' })).text).toBe('again');
    await shortDeadline(20);
  });

  it('that is told to stop may still strike a call of which nothing was sent', async () => {
    await shortDeadline(1);
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    const call = { step: 1, attempt: 1 };
    engine.behave = async (_turn, calls, signal) => {
      await calls.begin({ ...call, effect: true });
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      await calls.neverSent(call);
      throw new AgentFailure('connect', 'never connected');
    };
    expect(await engine.refusal({ contextId, messageId })).toBe(INTERNAL);
    expect(await engine.row(contextId, messageId)).toMatchObject({ state: 'released', effect_at: null });
    await shortDeadline(20);
  });

  it('after an effect: the message is spent for ever, the conversation is not', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    engine.behave = async (_turn, calls) => {
      await calls.begin({ step: 1, attempt: 1, effect: true });
      throw new AgentFailure('status', 'answered 500');
    };
    expect(await engine.refusal({ contextId, messageId })).toBe(INTERNAL);
    const runs = engine.runs.length;
    engine.behave = says('better now');
    for (let again = 0; again < 3; again += 1) {
      expect(await engine.refusal({ contextId, messageId })).toBe(NO_REPLY);
    }
    expect(engine.runs).toHaveLength(runs);
    expect((await engine.send({ contextId })).text).toBe('better now');
  });
});

describe('PACT wire 5.1: what an agent is told', () => {
  it('a waiter is told when its message arrived, and has its whole deadline from when it starts', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const gate = new Gate();
    const replied: number[] = [];
    engine.behave = async turn => {
      if (turn.text === 'slow') await gate.opened;
      replied.push(Date.now());
      return { text: 'ok', close: false };
    };
    const slow = engine.send({ contextId, text: 'slow' });
    await until(() => engine.runs.at(-1)?.text === 'slow');
    const waiter = engine.send({ contextId, messageId: 'm-waits', text: 'waits' });
    await until(async () => (await engine.row(contextId, 'm-waits'))?.['state'] === 'waiting');
    gate.release();
    await Promise.all([slow, waiter]);
    const { receivedAtMs, deadlineMs } = engine.runs.at(-1)!;
    expect(receivedAtMs).toBeLessThanOrEqual(replied[0]!);
    expect(deadlineMs).toBeGreaterThanOrEqual(replied[0]! + 20_000);
  });

  it('names turn, run, step and a pseudonym, and never the raw sub', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send({ sub: 'raw-subject', text: 'one' });
    await engine.send({ sub: 'raw-subject', contextId, text: 'two' });
    const [one, two] = engine.runs.slice(-2);
    expect(one!.user.id).toMatch(/^u_[A-Za-z0-9_-]{22}$/);
    expect(two!.user).toEqual({ id: one!.user.id, personalAgent: 'https://pa-1.example' });
    expect(two).toMatchObject({
      brandId: 'brand-1',
      contextId,
      turnNumber: 2,
      run: 1,
      nextStep: 1,
      text: 'two',
    });
    expect(two!.deadlineMs - two!.receivedAtMs).toBe(20_000);
    expect(JSON.stringify([one, two])).not.toContain('raw-subject');
    expect(await two!.history()).toMatchObject([
      { role: 'user', text: 'one' },
      { role: 'agent', text: 'ok' },
    ]);
  });
});

describe('two round trips a turn (PACT wire §2)', () => {
  it('a plain turn claims and stores, and a repeat only looks', async () => {
    engine.behave = says('ok');
    const rows = jest.spyOn(engine.sql, 'rows');
    const affected = jest.spyOn(engine.sql, 'affected');
    const trips = async (work: () => Promise<unknown>) => {
      rows.mockClear();
      await work();
      expect(affected).not.toHaveBeenCalled();
      return rows.mock.calls.map(([statement]) => statement.name);
    };
    const messageId = engine.freshMessageId();
    let contextId = '';
    expect(await trips(async () => ({ contextId } = await engine.send()))).toEqual([
      'turn_claim_first',
      'turn_store',
    ]);
    expect(await trips(() => engine.send({ contextId, messageId }))).toEqual([
      'turn_claim_next',
      'turn_store',
    ]);
    expect(await trips(() => engine.send({ contextId, messageId }))).toEqual(['turn_claim_next']);
    await engine.send({ as: 'jane' });
    expect(await trips(() => engine.send({ as: 'jane' }))).toEqual([
      'turn_claim_first_delegated',
      'turn_store_delegated',
    ]);
  });
});

describe('a fault at any step of a turn leaves a definite answer (reliability row 10)', () => {
  const delivering =
    (effect: boolean): Behaviour =>
    async (_turn, calls: CallLedger) => {
      await calls.begin({ step: 1, attempt: 1, effect });
      await calls.settle({ step: 1, attempt: 1, state: 'done' });
      return { text: 'delivered', close: false };
    };
  /** Points that only another kind of turn passes. */
  const elsewhere = new Set(['turn.waiting', 'turn.striking', 'turn.stepped', 'turn.failing']);
  const points = TURN_FAIL_POINTS.filter(point => !elsewhere.has(point));

  it.each(points.flatMap(point => [[point, true] as const, [point, false] as const]))(
    '%s with an effect: %s',
    async (point, effect) => {
      armFailPoints(undefined);
      engine.behave = delivering(effect);
      const { contextId } = await engine.send();
      const messageId = engine.freshMessageId();
      const before = engine.runs.length;
      armFailPoints(`${point}=error:1`);
      const first = await engine.send({ contextId, messageId }).catch((error: unknown) => {
        return point === 'turn.arrived' ? 'not claimed' : refusalText(error);
      });
      armFailPoints(undefined);
      expect(first).toBe(point === 'turn.arrived' ? 'not claimed' : INTERNAL);
      const again = await engine.send({ contextId, messageId }).then(
        reply => reply.text,
        (error: unknown) => refusalText(error),
      );
      const recorded = ['turn.recorded', 'turn.settling', 'turn.settled', 'turn.answered'].includes(point);
      expect(again).toBe(effect && recorded ? NO_REPLY : 'delivered');
      const deliveries = await engine.run(
        `SELECT FROM turn_call JOIN turn ON turn.id = turn_id WHERE context_id = $1 AND message_id = $2 AND effect`,
        [contextId, messageId],
      );
      expect(deliveries.length).toBeLessThanOrEqual(1);
      expect(engine.runs.length - before).toBeLessThanOrEqual(2);
      expect((await engine.send({ contextId })).text).toBe('delivered');
    },
  );

  it('a process that dies in the middle of failing is judged by its lease', async () => {
    engine.behave = says('ok');
    const opened = await engine.send();
    const messageId = engine.freshMessageId();
    engine.behave = () => {
      throw new AgentFailure('status', 'answered 500');
    };
    armFailPoints('turn.failing=error:1');
    await expect(engine.send({ contextId: opened.contextId, messageId })).rejects.toThrow();
    expect(await engine.refusal({ contextId: opened.contextId, messageId })).toBe(NO_REPLY);
    await engine.expire(opened.contextId, messageId);
    engine.behave = says('better now');
    expect((await engine.send({ contextId: opened.contextId, messageId })).text).toBe('better now');
  });
});

describe('PostgreSQL that goes away (P37)', () => {
  it('while the agent thinks: its reply is stored once the database is back, after an effect as well', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    engine.behave = async (_turn, calls) => {
      await calls.begin({ step: 1, attempt: 1, effect: true });
      await engine.gate.shut();
      setTimeout(() => void engine.gate.open(), 700);
      return { text: 'kept', close: false };
    };
    const reply = await engine.send({ contextId, messageId });
    expect(reply.text).toBe('kept');
    engine.behave = says('never run');
    expect(await engine.send({ contextId, messageId })).toEqual(reply);
  });

  it('before the claim: an error that is no refusal, and the message is not lost', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    await engine.gate.shut();
    const fault = await engine.send({ contextId, messageId }).catch((error: unknown) => error);
    expect((fault as { status?: number; reason?: string }).status).toBeUndefined();
    expect((fault as { reason?: string }).reason ?? 'INTERNAL').toBe('INTERNAL');
    await engine.gate.open();
    expect((await engine.send({ contextId, messageId })).text).toBe('ok');
  });
});

describe('shutdown', () => {
  it('waits for turns under way, so that their replies are stored', async () => {
    engine.behave = says('ok');
    const { contextId } = await engine.send();
    const messageId = engine.freshMessageId();
    let finish: () => void = () => undefined;
    engine.behave = async () => {
      await new Promise<void>(resolve => (finish = resolve));
      return { text: 'in time', close: false };
    };
    const sending = engine.send({ contextId, messageId });
    await until(() => engine.runs.at(-1)?.messageId === messageId);
    let ended = false;
    const ending = engine.service.beforeApplicationShutdown().then(() => (ended = true));
    await new Promise(setImmediate);
    expect(ended).toBe(false);
    finish();
    await ending;
    expect(await engine.row(contextId, messageId)).toMatchObject({
      state: 'answered',
      reply_text: 'in time',
    });
    expect((await sending).text).toBe('in time');
  });
});
