import type { Clock } from '@surety/kernel';
import type { DelegationClient } from './delegation.client';
import { DelegationEndedError } from './delegation-errors';
import type { DelegationTokens } from './delegation-tokens';

/** An access token with less life left than this is refreshed before it is used. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Where the tokens of one (Brand, personal agent, User) are kept. `save` must have stored them durably when it resolves: the
 * refresh token before it is dead by then. Several processes may share a store; the last to save wins.
 */
export interface DelegationStore {
  load(): Promise<DelegationTokens | undefined>;
  save(tokens: DelegationTokens): Promise<void>;
  /** The delegation is over. */
  clear(): Promise<void>;
}

/** A store that forgets with the process. */
export function memoryDelegationStore(initial?: DelegationTokens): DelegationStore {
  let kept = initial;
  return {
    load: () => Promise.resolve(kept),
    save: tokens => Promise.resolve(void (kept = tokens)),
    clear: () => Promise.resolve(void (kept = undefined)),
  };
}

/** What a User lets this personal agent do at one Brand: hands out live access tokens and keeps the rotation in order. */
export class UserDelegation {
  readonly client: DelegationClient;
  readonly #store: DelegationStore;
  readonly #clock: Clock;
  #refreshing: Promise<DelegationTokens> | undefined;

  constructor(client: DelegationClient, store: DelegationStore, clock: Clock = { nowMs: () => Date.now() }) {
    this.client = client;
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * Tokens whose access token is good for a minute at least, refreshed when need be; undefined when the User has approved
   * nothing yet. Throws {@link DelegationEndedError} when the delegation is over, and what `refresh` throws.
   */
  async tokens(): Promise<DelegationTokens | undefined> {
    const kept = await this.#store.load();
    if (!kept || kept.expiresAtMs - this.#clock.nowMs() > RENEW_BEFORE_MS) return kept;
    return this.#refresh(kept);
  }

  /** Tokens in place of an access token that the Provider refused: those of another process if there are, else fresh ones. */
  async renew(refused: string): Promise<DelegationTokens | undefined> {
    const kept = await this.#store.load();
    if (!kept || kept.accessToken !== refused) return kept;
    return this.#refresh(kept);
  }

  /** Takes over what an approval gave, durably. */
  async adopt(tokens: DelegationTokens): Promise<void> {
    await this.#store.save(tokens);
  }

  /** Ends the grant at the Provider, then forgets the tokens. */
  async revoke(): Promise<void> {
    const kept = await this.#store.load();
    if (kept) await this.client.revoke(kept);
    await this.#store.clear();
  }

  /** One refresh at a time: a second use of one refresh token would look like theft (P18). */
  #refresh(kept: DelegationTokens): Promise<DelegationTokens> {
    this.#refreshing ??= this.#refreshNow(kept).finally(() => (this.#refreshing = undefined));
    return this.#refreshing;
  }

  async #refreshNow(kept: DelegationTokens): Promise<DelegationTokens> {
    try {
      const fresh = await this.client.refresh(kept);
      await this.#store.save(fresh);
      return fresh;
    } catch (error) {
      if (!(error instanceof DelegationEndedError)) throw error;
      const now = await this.#store.load();
      if (now && now.accessToken !== kept.accessToken) return now;
      await this.#store.clear();
      throw error;
    }
  }
}
