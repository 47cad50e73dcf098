import { LIMITS } from '@surety/kernel';
import { type ExpectedCheck, claimsCheck, when } from './jwt-check';
import type { PaJwtReading } from './pa-jwt.reading';

const SKEW_SECONDS = LIMITS.clockSkewSeconds;

/** Rules about a token's times that are the same for every kind (P32); the rules that they are numbers stand above them. */
export const ISSUED_IN_FUTURE: ExpectedCheck<unknown> = claimsCheck(
  'issued-in-future',
  'P32',
  (token, _, now) =>
    when(seconds(token, 'iat') > now + SKEW_SECONDS, `iat is more than ${SKEW_SECONDS} s ahead`),
);

/** For tokens that we issued ourselves: no skew. */
export const OVER: ExpectedCheck<unknown> = claimsCheck('expired', 'P32', (token, _, now) =>
  when(seconds(token, 'exp') <= now, 'exp has come'),
);

/** For tokens of others, whose clocks may be off. */
export const OVER_WITH_SKEW: ExpectedCheck<unknown> = claimsCheck('expired', 'P32', (token, _, now) =>
  when(seconds(token, 'exp') <= now - SKEW_SECONDS, `exp is ${SKEW_SECONDS} s or more ago`),
);

/** A time of a token in seconds; NaN never comes here, since `iat` and `exp` are judged to be numbers first. */
export function seconds(token: PaJwtReading, claim: 'iat' | 'exp' | 'nbf'): number {
  return token.claims[claim] as number;
}
