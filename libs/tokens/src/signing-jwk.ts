import {
  type JsonWebKey,
  type KeyObject,
  createHash,
  createPrivateKey,
  generateKeyPairSync,
} from 'node:crypto';
import type { SignatureAlgorithm } from './jws-signature';

const RSA_MODULUS_BITS = 2048;

/** The public part of a signing key as a JWKS publishes it (RFC 7517 4). */
export interface PublicSigningJwk {
  readonly kty: 'EC' | 'RSA';
  readonly kid: string;
  readonly alg: SignatureAlgorithm;
  readonly use: 'sig';
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly n?: string;
  readonly e?: string;
}

/** A private signing key as a JWK: what a file or a sealed row holds. `kid` and `alg` go into every header it signs. */
export interface PrivateSigningJwk extends JsonWebKey {
  readonly kid?: string | undefined;
  readonly alg?: string | undefined;
}

/** A fresh key pair for `alg` (P-256, or RSA of 2048 bits); kid is the RFC 7638 thumbprint. */
export function generateSigningJwk(alg: SignatureAlgorithm): {
  privateJwk: PrivateSigningJwk & { readonly kid: string; readonly alg: SignatureAlgorithm };
  publicJwk: PublicSigningJwk;
} {
  const pair =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: RSA_MODULUS_BITS });
  const kid = jwkThumbprint(pair.publicKey.export({ format: 'jwk' }));
  const privateJwk = { ...pair.privateKey.export({ format: 'jwk' }), kid, alg };
  return { privateJwk, publicJwk: publicPart(privateJwk) };
}

/** The publishable part of a private signing JWK: no private member can come along, since members are named one by one. */
export function publicPart(jwk: PrivateSigningJwk): PublicSigningJwk {
  const kid = jwk.kid ?? jwkThumbprint(jwk);
  if (jwk.kty === 'RSA') return { kty: 'RSA', n: jwk.n, e: jwk.e, kid, alg: 'RS256', use: 'sig' };
  return { kty: 'EC', crv: jwk.crv, x: jwk.x, y: jwk.y, kid, alg: 'ES256', use: 'sig' };
}

/** RFC 7638 3: base64url of SHA-256 over the required members in lexicographic order. In: an EC or RSA JWK. */
export function jwkThumbprint(jwk: JsonWebKey): string {
  const required =
    jwk.kty === 'RSA'
      ? { e: jwk.e, kty: jwk.kty, n: jwk.n }
      : { crv: jwk.crv, kty: jwk.kty, x: jwk.x, y: jwk.y };
  return createHash('sha256').update(JSON.stringify(required)).digest('base64url');
}

const imported = new WeakMap<object, KeyObject>();

/** The KeyObject of a private JWK, made once per JWK object. Throws what node:crypto throws for a bad key. */
export function privateKeyOf(jwk: PrivateSigningJwk): KeyObject {
  let key = imported.get(jwk);
  if (!key) {
    key = createPrivateKey({ key: jwk, format: 'jwk' });
    imported.set(jwk, key);
  }
  return key;
}
