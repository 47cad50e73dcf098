/** Process time in milliseconds since the epoch; pure code takes the reading as an argument, shells own the clock. */
export interface Clock {
  nowMs(): number;
}

/** RFC 3339 UTC with milliseconds and `Z`, the one form of time on every wire. In: milliseconds since the epoch. */
export function rfc3339(nowMs: number): string {
  return new Date(nowMs).toISOString();
}
