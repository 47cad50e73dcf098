import { type KeyObject, createPublicKey } from 'node:crypto';
import { type JsonObject, type Result, err, isJsonObject, ok, parseJson } from '@surety/kernel';

/** One published key that may verify signatures; what its JWK claims about itself, and the key itself when asked. */
export interface VerificationKey {
  readonly kid: string | undefined;
  readonly kty: 'EC' | 'RSA';
  readonly alg: string | undefined;
  readonly use: string | undefined;
  readonly keyOps: readonly unknown[] | undefined;
  /**
   * The public key, imported at the first call, since a point on a curve costs 0.1 ms and a set may hold thousands;
   * undefined when the members are no valid key.
   */
  key(): KeyObject | undefined;
}

/** The members that make a public key; private ones are never even read. */
const PUBLIC_MEMBERS = { EC: ['crv', 'x', 'y'], RSA: ['n', 'e'] } as const;

/**
 * Reads a JWKS (RFC 7517 5). In: the document's text. Keys of other types and malformed ones are left out, so that one
 * bad key does not spoil the set; private members are ignored. Error: why the text is no JWKS at all.
 */
export function readJwks(text: string): Result<readonly VerificationKey[], string> {
  const document = parseJson(text);
  if (!isJsonObject(document)) return err('not a JSON object');
  if (!Array.isArray(document.keys)) return err('no member "keys" that is an array');
  return ok(document.keys.flatMap(entry => readKey(entry)));
}

function readKey(jwk: unknown): VerificationKey[] {
  if (!isJsonObject(jwk)) return [];
  const { kty } = jwk;
  if (kty !== 'EC' && kty !== 'RSA') return [];
  const members = PUBLIC_MEMBERS[kty].map(name => [name, jwk[name]] as const);
  if (members.some(([, value]) => typeof value !== 'string')) return [];
  return [
    {
      kid: text(jwk, 'kid'),
      kty,
      alg: text(jwk, 'alg'),
      use: text(jwk, 'use'),
      keyOps: Array.isArray(jwk.key_ops) ? jwk.key_ops : undefined,
      key: once(() => importKey({ kty, ...Object.fromEntries(members) })),
    },
  ];
}

/** A member that is text; another type says nothing we could hold against the key. */
function text(jwk: JsonObject, name: string): string | undefined {
  const value = jwk[name];
  return typeof value === 'string' ? value : undefined;
}

function importKey(jwk: { kty: string }): KeyObject | undefined {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' });
  } catch (error) {
    if (isInvalidKeyError(error)) return undefined;
    throw error;
  }
}

/** Node refuses a member (ERR_CRYPTO_INVALID_JWK, ERR_INVALID_ARG_VALUE for a curve) or passes on what OpenSSL found. */
function isInvalidKeyError(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^ERR_(CRYPTO|OSSL|INVALID_ARG)_/.test(code);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
