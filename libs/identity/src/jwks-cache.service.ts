import { type Clock, LIMITS, type Result, err, ok } from '@surety/kernel';
import type { JwksOutcome } from '@surety/registry';
import { type VerificationKey, type WantedKey, candidateKeys } from '@surety/tokens';
import { LRUCache } from 'lru-cache';
import type { IdentityObserver } from './identity-observer';
import {
  COLD_JWKS,
  type FetchReason,
  type JwksState,
  beginFetch,
  decideJwks,
  endFetch,
  failFetch,
} from './jwks-cache.state';
import { type Egress, fetchJwks } from './jwks-fetch';

/** Whose keys: the cache holds one set for each issuer, and drops it when the address changes. */
export interface JwksOwner {
  readonly issuer: string;
  readonly jwksUri: string;
}

/** What one token needs, from the moment it arrived (see {@link JwksCache.arrive}). */
export interface KeyNeed {
  readonly wanted: WantedKey;
  readonly begunAtArrival: number;
  /** A set whose fitting keys have been tried in vain, so that it counts as not knowing the key. */
  readonly exhausted?: readonly VerificationKey[];
}

export interface JwksCacheOptions {
  readonly egress: Egress;
  readonly clock: Clock;
  readonly observer: IdentityObserver;
  readonly maxEntries: number;
  /** Told of the end of each fetch; must neither throw nor be waited for. */
  readonly onReport: (owner: JwksOwner, outcome: JwksOutcome) => void;
  /** Told of a fault of our own in a fetch that nobody waits for. */
  readonly onFault: (error: unknown) => void;
}

interface Entry {
  readonly uri: string;
  state: JwksState;
  fetching: Promise<void>;
}

/** Fetches that a token waits for: the one under way and one of its own, with room for others that came between. */
const ROUNDS_MAX = 4;

/**
 * The key sets of personal agents (P25): the shell around jwks-cache.state.ts, which decides. One fetch at a time for each
 * personal agent, none of which another waits for.
 */
export class JwksCache {
  private readonly entries: LRUCache<string, Entry>;

  constructor(private readonly options: JwksCacheOptions) {
    this.entries = new LRUCache({ max: options.maxEntries });
  }

  /** Marks the arrival of a token: a set fetched after it is never fetched again for its sake. */
  arrive(owner: JwksOwner): number {
    return this.entryOf(owner).state.begun;
  }

  /**
   * A key set with at least one key that fits the token, or why there is none: `no_keys` to trust, or `unknown_kid`. Waits for
   * a fetch only when the present set cannot serve. Rejects only with a fault of our own.
   */
  async keysFor(
    owner: JwksOwner,
    need: KeyNeed,
  ): Promise<Result<readonly VerificationKey[], 'no_keys' | 'unknown_kid'>> {
    const entry = this.entryOf(owner);
    for (let round = 0; round < ROUNDS_MAX; round += 1) {
      const { keys } = entry.state;
      const isKnown = keys !== need.exhausted && candidateKeys(keys, need.wanted).length > 0;
      const question = { isKnown, begunAtArrival: need.begunAtArrival };
      const decision = decideJwks(entry.state, question, this.options.clock.nowMs());
      switch (decision.act) {
        case 'serve':
          if (decision.isRefreshDue) this.fetch(owner, entry, 'refresh').catch(this.options.onFault);
          return ok(keys);
        case 'fetch':
          await this.fetch(owner, entry, decision.reason);
          break;
        case 'wait':
          await entry.fetching;
          break;
        case 'refuse':
          return err(decision.because);
      }
    }
    return err('unknown_kid');
  }

  private entryOf(owner: JwksOwner): Entry {
    const present = this.entries.get(owner.issuer);
    if (present?.uri === owner.jwksUri) return present;
    const cold = { uri: owner.jwksUri, state: COLD_JWKS, fetching: Promise.resolve() };
    this.entries.set(owner.issuer, cold);
    return cold;
  }

  private fetch(owner: JwksOwner, entry: Entry, reason: FetchReason): Promise<void> {
    const begunAtMs = this.options.clock.nowMs();
    entry.state = beginFetch(entry.state, reason, begunAtMs);
    entry.fetching = this.run(owner, entry, reason, begunAtMs);
    return entry.fetching;
  }

  private async run(owner: JwksOwner, entry: Entry, reason: FetchReason, begunAtMs: number): Promise<void> {
    const { clock, egress, observer } = this.options;
    let fetched: Result<readonly VerificationKey[], string> = err('a fault of our own');
    try {
      fetched = await fetchJwks(egress, entry.uri);
    } finally {
      const nowMs = clock.nowMs();
      entry.state = fetched.ok
        ? endFetch(entry.state, fetched.value, begunAtMs)
        : failFetch(entry.state, nowMs);
      observer.jwksFetch(reason, fetched.ok ? 'good' : 'failed', (nowMs - begunAtMs) / 1000);
      this.options.onReport(owner, outcomeOf(fetched, begunAtMs));
    }
  }
}

/** More kids than an operator reads, and none that a database text could not hold. */
const REPORTED_KIDS_MAX = 50;

function outcomeOf(fetched: Result<readonly VerificationKey[], string>, fetchedAtMs: number): JwksOutcome {
  if (!fetched.ok) return { kids: [], error: fetched.error };
  const kids = fetched.value.flatMap(({ kid }) => (kid !== undefined && isShowable(kid) ? [kid] : []));
  return { fetchedAtMs, kids: kids.slice(0, REPORTED_KIDS_MAX) };
}

function isShowable(kid: string): boolean {
  return Buffer.byteLength(kid) <= LIMITS.kidBytes && !/[\p{Cc}\p{Cs}]/u.test(kid);
}
