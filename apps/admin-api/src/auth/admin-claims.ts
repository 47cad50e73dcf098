import { LIMITS, isStorable } from '@surety/kernel';
import { ADMIN_ROLES, ADMIN_TOKEN_MAX_SECONDS, type AdminRole } from '@surety/tokens';
import type { Principal } from './principal';

const SUB_CHARACTERS_MAX = 256;

/**
 * Reads the claims of a token whose signature, issuer time window and algorithm are already checked. In: the claims,
 * the admin origin, and now in milliseconds. Out: who calls, or undefined when any rule of PACT wire §6 is broken:
 * `aud` exactly the admin origin, `iat` and `exp` numbers at most 12 h apart, a known role, `brands` for a
 * brand-operator.
 */
export function readAdminClaims(
  claims: Record<string, unknown>,
  audience: string,
  nowMs: number,
): Principal | undefined {
  const { sub, aud, role, brands } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > SUB_CHARACTERS_MAX) return undefined;
  if (!isStorable(sub)) return undefined;
  if (aud !== audience || !isRole(role) || !livesInBounds(claims, nowMs / 1000)) return undefined;
  if (role !== 'brand-operator') return { id: sub, role, brands: undefined };
  return isTextList(brands) ? { id: sub, role, brands } : undefined;
}

/** The header of an admin token: ES256, the typ of its own kind, and nothing that asks for more understanding. */
export function isAdminHeader(header: Record<string, unknown>, typ: string): boolean {
  return (
    header.alg === 'ES256' && header.typ === typ && header.crit === undefined && header.b64 === undefined
  );
}

function livesInBounds({ iat, exp }: Record<string, unknown>, nowSeconds: number): boolean {
  if (typeof iat !== 'number' || typeof exp !== 'number') return false;
  return iat <= nowSeconds + LIMITS.clockSkewSeconds && exp > iat && exp - iat <= ADMIN_TOKEN_MAX_SECONDS;
}

function isRole(value: unknown): value is AdminRole {
  return ADMIN_ROLES.some(role => role === value);
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(item => typeof item === 'string' && isStorable(item));
}
