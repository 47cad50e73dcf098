import { createHmac } from 'node:crypto';

const PSEUDONYM_CHARACTERS = 22;

/**
 * The name under which a Brand's agent sees a User (PACT wire 5.1): `u_` + 22 characters, stable per Brand and (personal
 * agent, sub), unlinkable between Brands; the raw `sub` never leaves the Provider. In: a key derived for this purpose.
 */
export function userPseudonym(key: Uint8Array, brandId: string, issuer: string, sub: string): string {
  const mac = createHmac('sha256', key).update(`${brandId}\n${issuer}\n${sub}`, 'utf8').digest('base64url');
  return `u_${mac.slice(0, PSEUDONYM_CHARACTERS)}`;
}
