import { LRUCache } from 'lru-cache';

interface Entry<T> {
  readonly value: T | undefined;
}

/**
 * A bounded cache of rows, present or absent, that lives until it is cleared by a notification. A row that was read before it was
 * forgotten and arrives after it is not kept, so that a change is never overtaken by an older reading; simultaneous misses of one
 * key share one reading. While `trusted()` is false every call reads.
 */
export class InvalidatedCache<T> {
  private readonly entries: LRUCache<string, Entry<T>>;
  private readonly pending = new Map<string, Promise<T | undefined>>();

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

  /** Forgets one row, also when a reading of it is under way. */
  forget(key: string): void {
    this.entries.delete(key);
    this.pending.delete(key);
  }

  /** Forgets everything, also what readings under way are about to bring. */
  clear(): void {
    this.entries.clear();
    this.pending.clear();
  }

  /** What a reading brings is kept only if nobody has forgotten the row since: then it is still the pending one. */
  private fill(key: string): Promise<T | undefined> {
    const reading: Promise<T | undefined> = this.read(key).then(
      value => {
        if (this.endsPending(key, reading)) this.entries.set(key, { value });
        return value;
      },
      (error: unknown) => {
        this.endsPending(key, reading);
        throw error;
      },
    );
    this.pending.set(key, reading);
    return reading;
  }

  private endsPending(key: string, reading: Promise<T | undefined>): boolean {
    return this.pending.get(key) === reading && this.pending.delete(key);
  }
}
