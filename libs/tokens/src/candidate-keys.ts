import type { KeyObject } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import type { SignatureAlgorithm } from './jws-signature';
import type { VerificationKey } from './jwks';

/** What a token's header asks of a key. */
export interface WantedKey {
  readonly alg: SignatureAlgorithm;
  readonly kid?: string | undefined;
}

/** One reason why a published key may not verify a token (P25); `fits` sees keys that passed the rules before it. */
export interface CandidateRule {
  readonly name: string;
  readonly fits: (key: VerificationKey, wanted: WantedKey) => boolean;
}

const SMALLEST_RSA_EXPONENT = 3n;

/** P25 as a table, cheap rules first: a key is imported only when all that its JWK says of itself fits. */
export const CANDIDATE_RULES: readonly CandidateRule[] = [
  { name: 'kid', fits: (key, { kid }) => kid === undefined || key.kid === kid },
  { name: 'kty', fits: (key, { alg }) => key.kty === (alg === 'RS256' ? 'RSA' : 'EC') },
  { name: 'alg', fits: (key, { alg }) => key.alg === undefined || key.alg === alg },
  { name: 'use', fits: key => key.use === undefined || key.use === 'sig' },
  { name: 'key_ops', fits: key => key.keyOps === undefined || key.keyOps.includes('verify') },
  { name: 'curve', fits: key => key.kty !== 'EC' || details(key)?.namedCurve === 'prime256v1' },
  { name: 'rsa-modulus', fits: key => key.kty !== 'RSA' || hasAllowedModulus(details(key)) },
  { name: 'rsa-exponent', fits: key => key.kty !== 'RSA' || hasAllowedExponent(details(key)) },
];

/**
 * The keys of a set that may verify a token with this header, in the order of the set, at most 8 (P25): with a kid only
 * its namesakes, without one every key that fits. `rules` is an argument so that a test can switch one off.
 */
export function candidateKeys(
  keys: readonly VerificationKey[],
  wanted: WantedKey,
  rules: readonly CandidateRule[] = CANDIDATE_RULES,
): readonly VerificationKey[] {
  const candidates: VerificationKey[] = [];
  for (const key of keys) {
    if (candidates.length === LIMITS.keysWithoutKid) break;
    if (rules.every(rule => rule.fits(key, wanted)) && key.key() !== undefined) candidates.push(key);
  }
  return candidates;
}

type KeyDetails = NonNullable<KeyObject['asymmetricKeyDetails']>;

function details(key: VerificationKey): KeyDetails | undefined {
  return key.key()?.asymmetricKeyDetails;
}

/** Below 2048 bits a key can be broken, above 8192 a verification costs milliseconds. */
function hasAllowedModulus(key: KeyDetails | undefined): boolean {
  const bits = key?.modulusLength ?? 0;
  return bits >= LIMITS.rsaModulusBits && bits <= LIMITS.rsaModulusBitsMax;
}

/** With exponent 1 every message is its own signature; an even one is no RSA key. */
function hasAllowedExponent(key: KeyDetails | undefined): boolean {
  const exponent = key?.publicExponent ?? 0n;
  return exponent >= SMALLEST_RSA_EXPONENT && exponent % 2n === 1n;
}
