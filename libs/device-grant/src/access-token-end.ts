import { LIMITS } from '@surety/kernel';

/** When a delegation token is issued and ends (P20), in whole seconds since the epoch as its claims say. */
export interface AccessTokenTimes {
  readonly iat: number;
  readonly exp: number;
}

/**
 * exp = min(1 h, end of the grant), both rounded down (P20). In: process time and the grant's end, in milliseconds; whoever
 * issues has checked that the grant is live. A grant in its last second gives a token that is over at once.
 */
export function accessTokenTimes(nowMs: number, grantEndsAtMs: number): AccessTokenTimes {
  const iat = Math.floor(nowMs / 1000);
  return {
    iat,
    exp: Math.max(iat, Math.min(iat + LIMITS.accessTokenSeconds, Math.floor(grantEndsAtMs / 1000))),
  };
}
