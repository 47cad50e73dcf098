import {
  type ClientError,
  NetworkError,
  OutcomeUnknownError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
} from './client-errors';
import { InvalidParamsError, ProviderFailureError } from './refusals';

/** Bounds of the retries of one call; times in milliseconds. */
export interface RetryPolicy {
  /** How often one call is sent at most, waits for a running turn not counted. */
  readonly attempts: number;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** A longer `Retry-After` is handed to the caller instead of being waited for. */
  readonly maxRetryAfterMs: number;
  /** How long a turn that may still be running is asked for again, in all. */
  readonly pendingWaitMs: number;
}

/** Four attempts; a running turn is asked for during 40 s, which is longer than the lease of a turn with the default deadline. */
export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  attempts: 4,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 60_000,
  pendingWaitMs: 40_000,
};

/** What happened so far to one call. */
export interface RetryHistory {
  readonly failures: number;
  /** An answer was lost after the request may have arrived, so that a run may be under way. */
  readonly lost: boolean;
  /** The Provider itself said that a run failed. */
  readonly failed: boolean;
  readonly pendingAsks: number;
  readonly pendingWaitedMs: number;
}

/** The history of a call that was not sent yet. */
export const NO_HISTORY: RetryHistory = {
  failures: 0,
  lost: false,
  failed: false,
  pendingAsks: 0,
  pendingWaitedMs: 0,
};

/** Either wait and send the same request again, or give the caller this error. */
export type RetryDecision =
  | { readonly kind: 'wait'; readonly delayMs: number; readonly history: RetryHistory }
  | { readonly kind: 'give-up'; readonly error: ClientError };

/**
 * Decides what follows a failed attempt (PACT 4.3, 6). `repeatable` says whether the Provider can tell a repeat from a
 * new message: with a contextId, with an Idempotency-Key, or for a read. `random` is uniform in [0, 1) and spreads waits.
 */
export function decideRetry(
  error: ClientError,
  history: RetryHistory,
  policy: RetryPolicy,
  call: { readonly repeatable: boolean; readonly random: number },
): RetryDecision {
  if (error instanceof InvalidParamsError && (history.lost || history.failed)) {
    return askForRunningTurn(error, history, policy, call.random);
  }
  const after = { ...history, failures: history.failures + 1 };
  if (after.failures >= policy.attempts) return { kind: 'give-up', error };
  const delayMs = backoff(history.failures, policy, call.random);
  if (error instanceof RateLimitedError) return waitAsTold(error, after, policy, delayMs);
  if (error instanceof NetworkError && !error.sent) return { kind: 'wait', delayMs, history: after };
  if (!call.repeatable) return { kind: 'give-up', error };
  if (error instanceof ProviderFailureError) {
    return { kind: 'wait', delayMs, history: { ...after, failed: true } };
  }
  if (error instanceof NetworkError || error instanceof TimeoutError || error instanceof UnavailableError) {
    return { kind: 'wait', delayMs, history: { ...after, lost: true } };
  }
  return { kind: 'give-up', error };
}

/**
 * INVALID_PARAMS after a repeat of our own means "no stored reply" (PACT 4.3): the first run may still be at work, so ask
 * again for a while. When every earlier attempt was answered INTERNAL, no run is left and none will follow.
 */
function askForRunningTurn(
  error: InvalidParamsError,
  history: RetryHistory,
  policy: RetryPolicy,
  random: number,
): RetryDecision {
  const facts = { cause: error, ...(error.requestId === undefined ? {} : { requestId: error.requestId }) };
  if (!history.lost) {
    const text = 'The Provider failed on this message after it had begun to act, and will not run it again';
    return { kind: 'give-up', error: new OutcomeUnknownError(text, facts) };
  }
  const delayMs = backoff(history.pendingAsks, policy, random);
  const pendingWaitedMs = history.pendingWaitedMs + delayMs;
  if (pendingWaitedMs > policy.pendingWaitMs) {
    const text = `The answer to this message was lost, and the Provider has no reply for it (${error.message})`;
    return { kind: 'give-up', error: new OutcomeUnknownError(text, facts) };
  }
  return {
    kind: 'wait',
    delayMs,
    history: { ...history, pendingAsks: history.pendingAsks + 1, pendingWaitedMs },
  };
}

/** Never less than `Retry-After`; the jitter comes on top, so that clients that were limited together do not return together. */
function waitAsTold(
  error: RateLimitedError,
  history: RetryHistory,
  policy: RetryPolicy,
  delayMs: number,
): RetryDecision {
  if (error.retryAfterSeconds === undefined) return { kind: 'wait', delayMs, history };
  const toldMs = error.retryAfterSeconds * 1000;
  if (toldMs > policy.maxRetryAfterMs) return { kind: 'give-up', error };
  return { kind: 'wait', delayMs: toldMs + Math.min(delayMs, policy.baseDelayMs), history };
}

/** Exponential, capped, and spread over its upper half. */
function backoff(step: number, policy: RetryPolicy, random: number): number {
  const full = Math.min(policy.baseDelayMs * 2 ** step, policy.maxDelayMs);
  return Math.round(full / 2 + (full / 2) * random);
}
