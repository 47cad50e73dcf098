import { LRUCache } from 'lru-cache';

const REMEMBERED_MAX = 10_000;
const REMEMBERED_MS = 24 * 3_600_000;

/** Answers by `Idempotency-Key`, each User's own: what was done once is not done again (PACT wire 5.4). */
export class AnsweredKeys {
  private readonly answers = new LRUCache<string, object>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS });

  /** The first answer to this key for this User and deed; `act` runs only when there is none. */
  once<T extends object>(user: string, deed: string, key: string, act: () => T): T {
    const name = JSON.stringify([user, deed, key]);
    const known = this.answers.get(name);
    if (known) return known as T;
    const answer = act();
    this.answers.set(name, answer);
    return answer;
  }
}
