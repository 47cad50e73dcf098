import fc from 'fast-check';
import {
  type ClientError,
  NetworkError,
  OutcomeUnknownError,
  ProtocolViolationError,
  RateLimitedError,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
} from './client-errors';
import { refusedError } from './refusals';
import { DEFAULT_RETRY_POLICY, NO_HISTORY, type RetryHistory, decideRetry } from './retry-plan';

const refusal = (reason: string) => refusedError({ reason, message: reason, httpStatus: 400 });
const lost = new NetworkError('reset', true);
const neverSent = new NetworkError('refused', false);
const repeatable = { repeatable: true, random: 0.5 };
const once = { repeatable: false, random: 0.5 };

const decide = (error: ClientError, history: RetryHistory = NO_HISTORY, call = repeatable) =>
  decideRetry(error, history, DEFAULT_RETRY_POLICY, call);

/** Feeds one error after another until a decision to give up, and returns the waits and the last error. */
function run(errors: (attempt: number) => ClientError, call = repeatable) {
  const delays: number[] = [];
  let history = NO_HISTORY;
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    const decision = decide(errors(attempt), history, call);
    if (decision.kind === 'give-up') return { delays, error: decision.error };
    delays.push(decision.delayMs);
    history = decision.history;
  }
  throw new Error('the plan never ends');
}

describe('PACT 4.3: what may be sent again', () => {
  it.each([
    ['a lost answer', lost],
    ['a time-out', new TimeoutError('late')],
    ['a 502 of a proxy', new UnavailableError(502)],
    ['INTERNAL', refusal('INTERNAL')],
  ])('repeats after %s only when the Provider can tell a repeat', (_, error) => {
    expect(decide(error).kind).toBe('wait');
    expect(decide(error, NO_HISTORY, once)).toEqual({ kind: 'give-up', error });
  });

  it('repeats a request that was never sent, whatever it is', () => {
    expect(decide(neverSent, NO_HISTORY, once).kind).toBe('wait');
    expect(decide(new RateLimitedError(1), NO_HISTORY, once).kind).toBe('wait');
  });

  it.each([
    ['401', new UnauthenticatedError('no')],
    ['a broken answer', new ProtocolViolationError('no')],
    ['INVALID_PARAMS on the first attempt', refusal('INVALID_PARAMS')],
    ['a closed context', refusal('UNSUPPORTED_OPERATION')],
    ['a reason of a later protocol', refusal('VERSION_NOT_SUPPORTED')],
  ])('gives up at once on %s', (_, error) => {
    expect(decide(error)).toEqual({ kind: 'give-up', error });
  });

  it('sends at most as often as the policy says', () => {
    expect(run(() => lost)).toEqual({ delays: expect.any(Array), error: lost });
    expect(run(() => lost).delays).toHaveLength(DEFAULT_RETRY_POLICY.attempts - 1);
  });
});

describe('PACT 4.3: INVALID_PARAMS after a repeat of our own', () => {
  it('asks a running turn again within the bound, then says that the outcome is unknown', () => {
    const { delays, error } = run(attempt => (attempt === 0 ? lost : refusal('INVALID_PARAMS')));
    const asks = delays.slice(1);
    expect(asks.length).toBeGreaterThan(3);
    expect(asks.reduce((sum, delay) => sum + delay, 0)).toBeLessThanOrEqual(
      DEFAULT_RETRY_POLICY.pendingWaitMs,
    );
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.cause).toMatchObject({ reason: 'INVALID_PARAMS' });
  });

  it('does not wait when the Provider itself ended the run with INTERNAL', () => {
    const { delays, error } = run(attempt => refusal(attempt === 0 ? 'INTERNAL' : 'INVALID_PARAMS'));
    expect(delays).toHaveLength(1);
    expect(error).toBeInstanceOf(OutcomeUnknownError);
  });

  it('is judged as a first refusal after 429 or a refused connection, since nothing ran', () => {
    const errors = [new RateLimitedError(1), neverSent, refusal('INVALID_PARAMS')];
    expect(run(attempt => errors[attempt] ?? lost).error).toBe(errors[2]);
  });
});

describe('PACT 6: Retry-After', () => {
  it('waits at least as long as told, and spreads the return', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 60 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (seconds, random) => {
          const decision = decide(new RateLimitedError(seconds), NO_HISTORY, { repeatable: true, random });
          expect(decision).toMatchObject({ kind: 'wait' });
          if (decision.kind !== 'wait') return;
          expect(decision.delayMs).toBeGreaterThanOrEqual(seconds * 1000);
          expect(decision.delayMs).toBeLessThanOrEqual(seconds * 1000 + DEFAULT_RETRY_POLICY.baseDelayMs);
        },
      ),
    );
  });

  it('hands a longer wait than the cap to the caller', () => {
    const error = new RateLimitedError(61);
    expect(decide(error)).toEqual({ kind: 'give-up', error });
  });

  it('backs off when the Provider names no time', () => {
    expect(decide(new RateLimitedError(undefined)).kind).toBe('wait');
  });
});

describe('backoff', () => {
  it('grows, stays under its cap and never falls under half of it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (failures, random) => {
          const decision = decide(lost, { ...NO_HISTORY, failures }, { repeatable: true, random });
          if (decision.kind !== 'wait') throw new Error('expected a wait');
          const full = DEFAULT_RETRY_POLICY.baseDelayMs * 2 ** failures;
          expect(decision.delayMs).toBeGreaterThanOrEqual(full / 2);
          expect(decision.delayMs).toBeLessThanOrEqual(full);
        },
      ),
    );
  });
});
