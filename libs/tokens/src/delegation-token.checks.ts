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
import { ISSUED_IN_FUTURE, OVER } from './jwt-times.checks';
import { signatureCheck } from './pa-jwt.signature';

/** `typ` of a delegation token (RFC 9068 2.1, P20): no other token of ours or of a personal agent has it. */
export const DELEGATION_TOKEN_TYP = 'at+jwt';

/** What a delegation token must say at this Brand, beside this personal agent (PACT 5.4, 5.5). */
export interface ExpectedDelegation {
  /** O: the issuer of the Brand's authorization server. */
  readonly issuer: string;
  /** I: the Brand's interface URL. */
  readonly interfaceUrl: string;
  /** The `iss` of the personal-agent JWT that came along. */
  readonly clientId: string;
}

const onClaims = claimsCheck<ExpectedDelegation>;

/**
 * Every rule that a delegation token must pass by itself, in order (PACT 5.4, 5.5, PACT wire 1). Whether its grant still counts
 * is the table DELEGATION_GRANT_CHECKS.
 */
export const DELEGATION_TOKEN_CHECKS: readonly JwtCheck<ExpectedDelegation>[] = [
  ...FORM_CHECKS,
  sharedCheck('alg', 'PACT 5.4'),
  sharedCheck('crit'),
  tokenCheck('typ', 'P20', ({ header }) =>
    when(header.typ !== DELEGATION_TOKEN_TYP, `typ is not ${DELEGATION_TOKEN_TYP}`),
  ),
  tokenCheck('kid', 'PACT wire 1', ({ header }) =>
    when(!isFilledText(header.kid, LIMITS.kidBytes), 'kid is missing'),
  ),
  tokenCheck('sub', 'PACT 5.4', ({ claims }) =>
    when(
      !isFilledText(claims.sub, LIMITS.brandUserBytes),
      `sub is no string of 1 to ${LIMITS.brandUserBytes} bytes`,
    ),
  ),
  tokenCheck('scope', 'PACT 5.4', ({ claims }) =>
    when(typeof claims.scope !== 'string', 'scope is not a string'),
  ),
  tokenCheck('grant-id', 'PACT 5.4', ({ claims }) =>
    when(!isFilledText(claims.grant_id, LIMITS.tokenBytes), 'grant_id is missing'),
  ),
  sharedCheck('iat', 'PACT 5.4'),
  sharedCheck('exp', 'PACT 5.4'),
  onClaims('issuer', 'PACT 5.4', ({ claims }, { issuer }) =>
    when(claims.iss !== issuer, "iss is not the Brand's authorization server"),
  ),
  onClaims('audience', 'PACT 5.4', ({ claims }, { interfaceUrl }) =>
    when(claims.aud !== interfaceUrl, "aud is not the Brand's interface URL, as one string"),
  ),
  onClaims('client', 'PACT 5.5', ({ claims }, { clientId }) =>
    when(claims.client_id !== clientId, 'client_id is not the iss of the personal-agent JWT'),
  ),
  ISSUED_IN_FUTURE,
  OVER,
  { ...signatureCheck(), clause: 'PACT 5.5' },
];
