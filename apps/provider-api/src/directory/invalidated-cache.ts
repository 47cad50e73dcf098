import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly value: T | undefined;
}

/**
 * A bounded cache of rows, present or absent, that lives until it is cleared by a notification. A row that was read before a
 * clear and arrives after it is not kept, so that a change is never overtaken by an older reading; simultaneous misses of one
 * key share one reading. While `trusted()` is false every call reads.
 */
export class InvalidatedCache<T> {
  private readonly entries: LRUCache<string, Entry<T>>;
  private readonly pending = new Map<string, Promise<T | undefined>>();
  private generation = 0;

  constructor(
    max: number,
    private readonly trusted: () => boolean,
    private readonly read: (key: string) => Promise<T | undefined>,
  ) {
    this.entries = new LRUCache({ max });
  }

  /** The row for this key, cached or read. Rejects with what the reading rejects with; failures are never cached. */
  get(key: string): Promise<T | undefined> {
    if (!this.trusted()) return this.read(key);
    const hit = this.entries.get(key);
    if (hit) return Promise.resolve(hit.value);
    return this.pending.get(key) ?? this.fill(key);
  }

  /** The row as it stands now, asked for past the cache, which keeps what it has. */
  fresh(key: string): Promise<T | undefined> {
    return this.read(key);
  }

  /** Forgets everything, also what readings under way are about to bring. */
  clear(): void {
    this.generation += 1;
    this.entries.clear();
    this.pending.clear();
  }

  private fill(key: string): Promise<T | undefined> {
    const generation = this.generation;
    const reading = this.read(key).then(
      value => {
        if (generation === this.generation) {
          this.entries.set(key, { value });
          this.pending.delete(key);
        }
        return value;
      },
      (error: unknown) => {
        if (generation === this.generation) this.pending.delete(key);
        throw error;
      },
    );
    this.pending.set(key, reading);
    return reading;
  }
}
