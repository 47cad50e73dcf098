import { type Clock, LIMITS } from '@surety/kernel';
import { type VerificationKey, readJwks, unverifiedHeader } from '@surety/tokens';
import type { ClientSurroundings } from './brand-call';
import { ProtocolViolationError } from './client-errors';
import { exchange } from './http-exchange';

/** A kid that is not in the set may be new: the set is asked for again, but not more often than this. */
const REFETCH_AFTER_MS = 30_000;
/** A key that was taken out of the set must stop counting. */
const KEPT_MS = 10 * 60_000;

/** The keys that a Brand's Provider signs delegation tokens and receipts with (PACT 5.1), fetched when first needed. */
export class PublishedKeys {
  readonly #jwksUri: string;
  readonly #surroundings: ClientSurroundings;
  readonly #clock: Clock;
  #keys: readonly VerificationKey[] = [];
  #fetchedAtMs = -Infinity;

  constructor(jwksUri: string, surroundings: ClientSurroundings = {}) {
    this.#jwksUri = jwksUri;
    this.#surroundings = surroundings;
    this.#clock = surroundings.clock ?? { nowMs: () => Date.now() };
  }

  /**
   * All keys, fetched anew after ten minutes, and when none has the kid of this token and the last fetch is 30 s ago. Throws
   * {@link ProtocolViolationError} when the address serves no key set, and the errors of the wire.
   */
  async forToken(jws: string): Promise<readonly VerificationKey[]> {
    const kid = unverifiedHeader(jws)?.kid;
    const isKnown = this.#keys.some(key => key.kid === kid);
    const ageMs = this.#clock.nowMs() - this.#fetchedAtMs;
    if (ageMs >= (isKnown ? KEPT_MS : REFETCH_AFTER_MS)) {
      this.#keys = await this.#fetch();
      this.#fetchedAtMs = this.#clock.nowMs();
    }
    return this.#keys;
  }

  async #fetch(): Promise<readonly VerificationKey[]> {
    const answer = await exchange(this.#surroundings.fetch ?? globalThis.fetch, {
      url: this.#jwksUri,
      method: 'GET',
      headers: { accept: 'application/json' },
      timeoutMs: this.#surroundings.timeoutMs ?? LIMITS.clientCardMs,
      maxBytes: LIMITS.jwksBytes,
    });
    if (answer.status !== 200) {
      throw new ProtocolViolationError(`The Provider's keys answered HTTP ${answer.status}`);
    }
    const keys = readJwks(Buffer.from(answer.body).toString('utf8'));
    if (!keys.ok) throw new ProtocolViolationError(`The Provider's keys are no key set: ${keys.error}`);
    return keys.value;
  }
}
