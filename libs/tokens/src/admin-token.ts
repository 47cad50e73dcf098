import { invariant } from '@surety/kernel';
import { algorithmOfJwk, signCompactJws } from './compact-jws';
import type { PrivateSigningJwk } from './signing-jwk';

/** `typ` of an operator's token: no other token of the deployment can pass for one (RFC 8725 3.11). */
export const ADMIN_TOKEN_TYP = 'admin+jwt';

/** An operator's token lives at most 12 hours (PACT wire 6). */
export const ADMIN_TOKEN_MAX_SECONDS = 12 * 60 * 60;

/** What an operator may do; a brand-operator only within the Brands its token names. */
export const ADMIN_ROLES = ['owner', 'operator', 'auditor', 'brand-operator'] as const;
export type AdminRole = (typeof ADMIN_ROLES)[number];

/** The claims of an operator's token (PACT wire 6); times in seconds since the epoch. */
export interface AdminTokenClaims {
  readonly aud: string;
  readonly sub: string;
  readonly role: AdminRole;
  readonly brands?: readonly string[];
  readonly iat: number;
  readonly exp: number;
}

export interface AdminTokenRequest {
  readonly privateJwk: PrivateSigningJwk;
  /** The origin of the admin API. */
  readonly audience: string;
  readonly sub: string;
  readonly role: AdminRole;
  /** Ids of the Brands a brand-operator may see and change. */
  readonly brands?: readonly string[];
  readonly nowMs: number;
  readonly lifetimeSeconds: number;
}

/** A token for the admin API, ES256 by the key of the data directory. Throws InvariantViolation past 12 hours. */
export function mintAdminToken(request: AdminTokenRequest): string {
  const { privateJwk, audience, sub, role, brands, lifetimeSeconds } = request;
  invariant(
    lifetimeSeconds > 0 && lifetimeSeconds <= ADMIN_TOKEN_MAX_SECONDS,
    'an admin token lives <= 12 h',
  );
  const iat = Math.floor(request.nowMs / 1000);
  const claims = { aud: audience, sub, role, brands, iat, exp: iat + lifetimeSeconds };
  const header = { alg: algorithmOfJwk(privateJwk), kid: privateJwk.kid, typ: ADMIN_TOKEN_TYP };
  return signCompactJws(privateJwk, header, claims);
}
