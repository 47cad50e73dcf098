import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { algorithmOfJwk, signCompactJws } from './compact-jws';
import {
  DELEGATION_TOKEN_CHECKS,
  DELEGATION_TOKEN_TYP,
  type ExpectedDelegation,
} from './delegation-token.checks';
import { type JwtCheck, firstFault, isFilledText, tokenCheck, when } from './jwt-check';
import type { VerificationKey } from './jwks';
import type { PaJwtFault } from './pa-jwt.check';
import { PaJwtReading } from './pa-jwt.reading';
import type { PrivateSigningJwk } from './signing-jwk';

export interface DelegationTokenClaims {
  /** O: the issuer of the Brand's authorization server. */
  readonly issuer: string;
  /** I: the Brand's interface URL. */
  readonly interfaceUrl: string;
  /** The User's id at the Brand. */
  readonly brandUser: string;
  /** The issuer of the personal agent. */
  readonly clientId: string;
  /** Scope ids in card order. */
  readonly scopes: readonly string[];
  readonly grantId: string;
  /** Seconds since the epoch. */
  readonly iat: number;
  readonly exp: number;
  readonly jti: string;
}

/** Signs a delegation token with the Brand's active key (PACT 5.4, P20): claims in the order of the specification, then jti. */
export function signDelegationToken(privateJwk: PrivateSigningJwk, claims: DelegationTokenClaims): string {
  const { issuer, interfaceUrl, brandUser, clientId, scopes, grantId, iat, exp, jti } = claims;
  const header = { alg: algorithmOfJwk(privateJwk), kid: privateJwk.kid, typ: DELEGATION_TOKEN_TYP };
  return signCompactJws(privateJwk, header, {
    iss: issuer,
    aud: interfaceUrl,
    sub: brandUser,
    client_id: clientId,
    scope: scopes.join(' '),
    grant_id: grantId,
    iat,
    exp,
    jti,
  });
}

/** What a good delegation token says; it counts only while its grant does (`checkDelegationGrant`). */
export interface VerifiedDelegation {
  readonly brandUser: string;
  readonly clientId: string;
  /** As the token lists them; what a turn may do is this ∩ grant ∩ card (P29). */
  readonly scopes: readonly string[];
  readonly grantId: string;
  /** The claim `exp` in milliseconds since the epoch. */
  readonly expMs: number;
}

/**
 * Verifies a delegation token (PACT 5.5). In: the text behind `Bearer `, the Brand's published keys, what the Brand and the
 * personal-agent JWT make us expect, process time. `checks` is an argument so that a test can switch one off.
 */
export function verifyDelegationToken(
  token: string,
  keys: readonly VerificationKey[],
  expected: ExpectedDelegation,
  nowMs: number,
  checks: readonly JwtCheck<ExpectedDelegation>[] = DELEGATION_TOKEN_CHECKS,
): Result<VerifiedDelegation, PaJwtFault> {
  const reading = new PaJwtReading(token);
  const fault = firstFault(checks, reading, { expected, nowMs, keys });
  if (fault) return err(fault);
  const { sub, client_id, scope, grant_id, exp } = reading.claims;
  return ok({
    brandUser: sub as string,
    clientId: client_id as string,
    scopes: String(scope).split(' '),
    grantId: grant_id as string,
    expMs: (exp as number) * 1000,
  });
}

/** The Brand's own API sees no personal-agent JWT: `client_id` must be there, and cannot be compared. */
const CLIENT_NAMED = tokenCheck('client', 'PACT 5.4', ({ claims }) =>
  when(!isFilledText(claims.client_id, LIMITS.issuerBytes), 'client_id is missing'),
);
const CHECKS_AT_BRAND = DELEGATION_TOKEN_CHECKS.map(check =>
  check.name === 'client' ? CLIENT_NAMED : check,
);

/**
 * Verifies a delegation token where a tool presents it, at the Brand's own API (PACT wire 5.4): every rule but that it
 * comes with the JWT of its client. In: the token, the keys of O/jwks.json, issuer O and interface URL I, process time. What the token allows there
 * is its scopes; whether its grant was revoked since is known to the Provider only, which asks before each call.
 */
export function verifyDelegationTokenAtBrand(
  token: string,
  keys: readonly VerificationKey[],
  expected: Omit<ExpectedDelegation, 'clientId'>,
  nowMs: number,
): Result<VerifiedDelegation, PaJwtFault> {
  return verifyDelegationToken(token, keys, { ...expected, clientId: '' }, nowMs, CHECKS_AT_BRAND);
}
