import type { LimitedBucket, RateDecision } from './rate-bucket';

/**
 * A bucket is one number: the time at which it will be full again. Taking a token moves that time by one refill interval
 * away, waiting brings it near, and a bucket that is full needs no record. The stores say the same in SQL and in Lua.
 */
export type FullAtMs = number;

type Limit = Pick<LimitedBucket, 'perSecond' | 'burst'>;

/** Tokens in the bucket at `nowMs`, at most its burst; below 0 when a limit was lowered. */
export function tokensAt(fullAtMs: FullAtMs, limit: Limit, nowMs: number): number {
  return limit.burst - (Math.max(0, fullAtMs - nowMs) / 1000) * limit.perSecond;
}

/** The bucket after `tokens` were taken at `nowMs`, or given back when negative; whether they were there is not asked. */
export function withTaken(fullAtMs: FullAtMs, limit: Limit, tokens: number, nowMs: number): FullAtMs {
  return Math.max(fullAtMs, nowMs) + (tokens / limit.perSecond) * 1000;
}

/** Milliseconds from `nowMs` until one token is there; 0 when it is there now. */
export function msUntilToken(fullAtMs: FullAtMs, limit: Limit, nowMs: number): number {
  return Math.max(0, ((1 - tokensAt(fullAtMs, limit, nowMs)) / limit.perSecond) * 1000);
}

/** A refusal that asks to wait for `waitMs`, in the whole seconds of `Retry-After` (RFC 9110 10.2.3), at least 1. */
export function refusal(waitMs: number): Extract<RateDecision, { allowed: false }> {
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)) };
}
