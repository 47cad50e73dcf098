import { generateKeyPairSync } from 'node:crypto';
import { type PrivateSigningJwk, generateSigningJwk } from '@surety/tokens';

const KIB = 1024;

/** A personal agent with every kind of key a JWKS can hold, good and bad, so that each rule of P25 has one to refuse. */
export interface PaJwtWorld {
  readonly issuer: string;
  readonly audience: string;
  readonly sub: string;
  readonly signers: ReturnType<typeof makeSigners>;
  /** The text of the JWKS to publish at the personal agent's jwksUri. */
  readonly jwks: string;
}

/** Makes the keys of a personal agent; in: what it is registered with, and the `sub` its tokens carry. */
export function makePaJwtWorld(registered: { issuer: string; audience: string; sub: string }): PaJwtWorld {
  const signers = makeSigners();
  return { ...registered, signers, jwks: JSON.stringify({ keys: publishedKeys(signers) }) };
}

function makeSigners() {
  const rsa = { ...generateSigningJwk('RS256').privateJwk, kid: 'rsa' };
  return {
    /** The key of good tokens. */
    ec: { ...generateSigningJwk('ES256').privateJwk, kid: 'ec' },
    rsa,
    /** Published without alg, use and key_ops. */
    plain: { ...generateSigningJwk('ES256').privateJwk, kid: 'plain', alg: undefined },
    encryption: { ...generateSigningJwk('ES256').privateJwk, kid: 'encryption' },
    signOnly: { ...generateSigningJwk('ES256').privateJwk, kid: 'sign-only' },
    pss: { ...generateSigningJwk('RS256').privateJwk, kid: 'pss', alg: 'PS256' },
    smallRsa: { ...privateJwkOf('rsa', 1024), kid: 'small-rsa' },
    otherCurve: { ...privateJwkOf('secp256k1'), kid: 'other-curve' },
    widerCurve: { ...privateJwkOf('P-384'), kid: 'wider-curve' },
    /** The modulus of `rsa` with exponent 1: what verifies under it needs no private key. */
    exponentOne: { kty: 'RSA', n: rsa.n, e: 'AQ', kid: 'exponent-one' },
    longKid: { ...generateSigningJwk('ES256').privateJwk, kid: 'k'.repeat(KIB + 1) },
    /** Never published. */
    stranger: { ...generateSigningJwk('ES256').privateJwk, kid: 'ec' },
  } satisfies Record<string, PrivateSigningJwk>;
}

function publishedKeys(signers: ReturnType<typeof makeSigners>): object[] {
  const { ec, rsa, plain, encryption, signOnly, pss, smallRsa } = signers;
  return [
    null,
    { kty: 'EC', crv: 'P-256', kid: 'malformed', x: 'AAAA', y: 'AAAA' },
    { kty: 'oct', kid: 'shared', alg: 'HS256', k: 'c2VjcmV0' },
    { kty: 'OKP', kid: 'edwards', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' },
    { ...members(rsa), kid: 'ec', alg: 'RS256' },
    { ...members(ec), kid: 'ec', alg: 'ES256', use: 'sig', key_ops: ['verify'] },
    { ...members(rsa), kid: 'rsa', alg: 'RS256', use: 'sig' },
    { ...members(plain), kid: 'plain' },
    { ...members(encryption), kid: 'encryption', use: 'enc' },
    { ...members(signOnly), kid: 'sign-only', key_ops: ['sign'] },
    { ...members(pss), kid: 'pss', alg: 'PS256' },
    { ...members(smallRsa), kid: 'small-rsa' },
    ...[signers.otherCurve, signers.widerCurve, signers.exponentOne, signers.longKid].map(jwk => ({
      ...members(jwk),
      kid: jwk.kid,
    })),
  ] as object[];
}

/** The public members of a JWK and nothing else. */
export function members({ kty, crv, x, y, n, e }: PrivateSigningJwk): Record<string, string | undefined> {
  return kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
}

function privateJwkOf(kind: 'secp256k1' | 'P-384' | 'rsa', modulusLength = 0): PrivateSigningJwk {
  const { privateKey } =
    kind === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength })
      : generateKeyPairSync('ec', { namedCurve: kind });
  return privateKey.export({ format: 'jwk' });
}
