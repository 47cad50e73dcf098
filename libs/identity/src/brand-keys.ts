import { type Result, err, ok } from '@surety/kernel';
import { type VerificationKey, type WantedKey, candidateKeys, readJwks } from '@surety/tokens';
import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { JwksCache, JwksOwner } from './jwks-cache.service';

/** Where a Brand's keys for its login assertions are: fetched, or written into its row. */
export type BrandKeySource =
  { readonly jwksUri: string } | { readonly jwks: { readonly keys: readonly object[] } };

/** A Brand that signs login assertions. */
export interface SigningBrand {
  readonly id: string;
  readonly delegation: { readonly keys: BrandKeySource };
}

const INLINE_SETS_MAX = 1_000;

/**
 * The keys that a Brand signs its login assertions with (PACT 5.3). Keys at an address follow the same rules as those of personal
 * agents (P25): fetched ahead of their end, served for an hour while the host is down, fetched again for an unknown kid at
 * most once in 30 s, and no Brand waits for another's host.
 */
export class BrandKeys {
  private readonly inline = new LRUCache<string, readonly VerificationKey[]>({ max: INLINE_SETS_MAX });

  constructor(private readonly cache: JwksCache) {}

  /**
   * Calls `verify` with the keys that fit, and once more with a fresh set when a key without a kid may be new. In: what the
   * assertion's header wants. Out: what `verify` made of it, or why no key fits, for the log.
   */
  async verifyWith<T, E>(
    brand: SigningBrand,
    wanted: WantedKey,
    verify: (keys: readonly VerificationKey[]) => Result<T, E>,
  ): Promise<Result<T, E | 'no_keys' | 'unknown_kid'>> {
    const { keys } = brand.delegation;
    if ('jwks' in keys) return this.withInline(keys.jwks, wanted, verify);
    const owner: JwksOwner = { issuer: brand.id, jwksUri: keys.jwksUri };
    const begunAtArrival = this.cache.arrive(owner);
    const first = await this.cache.keysFor(owner, { wanted, begunAtArrival });
    if (!first.ok) return first;
    const verified = verify(first.value);
    if (verified.ok || wanted.kid !== undefined) return verified;
    const fresh = await this.cache.keysFor(owner, { wanted, begunAtArrival, exhausted: first.value });
    return fresh.ok ? verify(fresh.value) : verified;
  }

  private withInline<T, E>(
    jwks: { readonly keys: readonly object[] },
    wanted: WantedKey,
    verify: (keys: readonly VerificationKey[]) => Result<T, E>,
  ): Result<T, E | 'no_keys' | 'unknown_kid'> {
    const keys = this.readInline(JSON.stringify(jwks));
    if (!keys.ok) return err('no_keys');
    return candidateKeys(keys.value, wanted).length === 0 ? err('unknown_kid') : verify(keys.value);
  }

  /** Read once for each text, since making a key object of a JWK costs more than verifying with it. */
  private readInline(text: string): Result<readonly VerificationKey[], string> {
    const digest = hash('sha256', text, 'base64url');
    const known = this.inline.get(digest);
    if (known) return ok(known);
    const read = readJwks(text);
    if (read.ok) this.inline.set(digest, read.value);
    return read;
  }
}
