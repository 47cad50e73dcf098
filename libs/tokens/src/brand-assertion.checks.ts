import { LIMITS } from '@surety/kernel';
import {
  FORM_CHECKS,
  type JwtCheck,
  claimsCheck,
  isFilledText,
  sharedCheck,
  tokenCheck,
  when,
} from './jwt-check';
import { ISSUED_IN_FUTURE, OVER_WITH_SKEW, seconds } from './jwt-times.checks';
import { signatureCheck } from './pa-jwt.signature';

/** What a Brand's login assertion must name (PACT wire 3). */
export interface ExpectedAssertion {
  /** The Brand's assertion issuer. */
  readonly issuer: string;
  /** C: the consent address that the assertion is posted to. */
  readonly consentUrl: string;
}

const onClaims = claimsCheck<ExpectedAssertion>;

/**
 * Every rule that a Brand's assertion must pass (PACT 5.3, P21, PACT wire 3), signature last, so that one that cannot pass costs
 * no request for keys. Whether its jti is new and its user_code waits is asked of the database afterwards, in this order.
 */
export const BRAND_ASSERTION_CHECKS: readonly JwtCheck<ExpectedAssertion>[] = [
  ...FORM_CHECKS,
  sharedCheck('alg', 'P21'),
  sharedCheck('crit'),
  sharedCheck('typ', 'P21'),
  sharedCheck('kid'),
  text('sub', LIMITS.brandUserBytes),
  text('jti', LIMITS.assertionJtiBytes),
  text('user_code', LIMITS.tokenBytes),
  optionalText('email'),
  optionalText('name'),
  sharedCheck('iat', 'P21'),
  sharedCheck('exp', 'P21'),
  sharedCheck('nbf'),
  sharedCheck('exp-after-iat'),
  onClaims('issuer', 'P21', ({ claims }, { issuer }) =>
    when(claims.iss !== issuer, "iss is not the Brand's"),
  ),
  onClaims('audience', 'P21', ({ claims }, { consentUrl }) =>
    when(claims.aud !== consentUrl, 'aud is not the consent address, as one string'),
  ),
  ISSUED_IN_FUTURE,
  onClaims('age', 'P21', (token, _, now) =>
    when(
      now - seconds(token, 'iat') > LIMITS.assertionAgeSeconds,
      `iat is more than ${LIMITS.assertionAgeSeconds} s ago`,
    ),
  ),
  OVER_WITH_SKEW,
  onClaims('not-yet-valid', 'P32', (token, _, now) =>
    when(
      seconds(token, 'nbf') > now + LIMITS.clockSkewSeconds,
      `nbf is more than ${LIMITS.clockSkewSeconds} s ahead`,
    ),
  ),
  { ...signatureCheck(), clause: 'P21' },
];

function text(claim: string, maxBytes: number) {
  return tokenCheck(claim, 'P21', ({ claims }) =>
    when(!isFilledText(claims[claim], maxBytes), `${claim} is no string of 1 to ${maxBytes} bytes`),
  );
}

function optionalText(claim: string) {
  return tokenCheck(claim, 'PACT wire 3', ({ claims }) => {
    const value = claims[claim];
    const isGood = value === undefined || value === '' || isFilledText(value, LIMITS.profileTextBytes);
    return when(!isGood, `${claim} is no string of at most ${LIMITS.profileTextBytes} bytes`);
  });
}
