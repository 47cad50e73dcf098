import { LIMITS } from '@surety/kernel';

/** How fast a client may poll for one device code, and since when (RFC 8628 3.5, P17). */
export interface PollPace {
  /** 5 s, or 10 s once a poll came early; never more. */
  readonly intervalSeconds: number;
  /** Database time of the last poll that was not early, in milliseconds; undefined before the first. */
  readonly acceptedAtMs?: number | undefined;
}

/** The pace of a fresh device code. */
export const FIRST_PACE: PollPace = { intervalSeconds: LIMITS.pollIntervalSeconds };

const SLOWED_INTERVAL_SECONDS = LIMITS.pollIntervalSeconds + LIMITS.slowDownSeconds;

/**
 * Judges one poll of a request that still waits for its User. A poll more than the tolerance of 1 s early raises the interval,
 * once, and moves nothing else: the time of the last accepted poll decides, so that whoever waits what it was told to wait is
 * accepted, however often it (or a thief of the code) was early before.
 */
export function judgePoll(
  pace: PollPace,
  nowMs: number,
): { readonly answer: 'authorization_pending' | 'slow_down'; readonly pace: PollPace } {
  const { intervalSeconds, acceptedAtMs } = pace;
  const dueAtMs = (acceptedAtMs ?? -Infinity) + (intervalSeconds - LIMITS.pollToleranceSeconds) * 1000;
  if (nowMs < dueAtMs) {
    return { answer: 'slow_down', pace: { ...pace, intervalSeconds: SLOWED_INTERVAL_SECONDS } };
  }
  return { answer: 'authorization_pending', pace: { intervalSeconds, acceptedAtMs: nowMs } };
}
