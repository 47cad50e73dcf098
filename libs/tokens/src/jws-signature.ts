import { type KeyObject, sign, verify } from 'node:crypto';

/** The two algorithms of PACT 3.2; everything else is refused. */
export type SignatureAlgorithm = 'ES256' | 'RS256';

const ES256_SIGNATURE_BYTES = 64;

/** The algorithm a key of this kind signs with: RSA keys RS256, all others ES256. The key decides, never a header. */
function algorithmOf(key: KeyObject): SignatureAlgorithm {
  return key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256';
}

/** Signs bytes as RFC 7518 3.3 or 3.4 says (ES256 as the 64 bytes r and s). In: a private P-256 or RSA key. */
export function signBytes(key: KeyObject, data: Uint8Array): Buffer {
  if (algorithmOf(key) === 'RS256') return sign('sha256', data, key);
  return sign('sha256', data, { key, dsaEncoding: 'ieee-p1363' });
}

/**
 * Whether the signature over `data` is good under a public P-256 or RSA key (RFC 7518 3.3, 3.4); never throws for
 * whatever signature bytes. Synchronous with a ready KeyObject, since this is the dearest step of a request.
 */
export function verifyBytes(key: KeyObject, data: Uint8Array, signature: Uint8Array): boolean {
  if (algorithmOf(key) === 'RS256') return verify('sha256', data, key, signature);
  if (signature.length !== ES256_SIGNATURE_BYTES) return false;
  return verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature);
}
