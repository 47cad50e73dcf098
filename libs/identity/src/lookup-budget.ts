import { LRUCache } from 'lru-cache';

const WINDOW_MS = 60_000;
const LOOKUPS_PER_WINDOW = 10;
const PARALLEL_MAX = 10;
const SOURCES_MAX = 10_000;

/** How many unknown issuers may be looked up (P34): 10 in any minute for each source, and 10 at a time for all. */
export class LookupBudget {
  private readonly spent = new LRUCache<string, readonly number[]>({ max: SOURCES_MAX });
  private running = 0;

  /** Takes a look-up for this source, or says no; whoever got one gives it back with {@link done}. */
  take(source: string, nowMs: number): boolean {
    const recent = (this.spent.get(source) ?? []).filter(atMs => nowMs - atMs < WINDOW_MS);
    if (recent.length >= LOOKUPS_PER_WINDOW || this.running >= PARALLEL_MAX) return false;
    this.spent.set(source, [...recent, nowMs]);
    this.running += 1;
    return true;
  }

  /** Ends a look-up that {@link take} allowed; the minute it counts in goes on. */
  done(): void {
    this.running -= 1;
  }
}
