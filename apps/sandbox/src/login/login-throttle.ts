import type { Clock } from '@surety/kernel';
import { LRUCache } from 'lru-cache';

const WINDOW_MS = 10 * 60_000;
const WRONG_PER_SOURCE_AND_EMAIL = 5;
const WRONG_PER_SOURCE = 20;
const REMEMBERED_MAX = 10_000;

interface WrongTries {
  readonly sinceMs: number;
  readonly wrong: number;
}

/**
 * Slows the guessing of passwords: per source and e-mail 5 wrong ones in ten minutes, per source 20. Whoever guesses shuts out
 * only the own address, never the User at another one. Kept in memory, since the sandbox has one process.
 */
export class LoginThrottle {
  private readonly tries = new LRUCache<string, WrongTries>({ max: REMEMBERED_MAX });

  constructor(private readonly clock: Clock) {}

  /** Whole seconds until the next try is looked at; undefined when it is looked at now. */
  waitSeconds(source: string, email: string): number | undefined {
    const nowMs = this.clock.nowMs();
    const waits = this.limits(source, email).flatMap(({ key, max }) => {
      const tries = this.current(key, nowMs);
      return tries && tries.wrong >= max ? [tries.sinceMs + WINDOW_MS - nowMs] : [];
    });
    return waits.length === 0 ? undefined : Math.max(1, Math.ceil(Math.max(...waits) / 1000));
  }

  /** Counts a wrong password. */
  count(source: string, email: string): void {
    const nowMs = this.clock.nowMs();
    for (const { key } of this.limits(source, email)) {
      const tries = this.current(key, nowMs) ?? { sinceMs: nowMs, wrong: 0 };
      this.tries.set(key, { ...tries, wrong: tries.wrong + 1 });
    }
  }

  private limits(source: string, email: string): readonly { readonly key: string; readonly max: number }[] {
    const named = email.trim().toLowerCase().slice(0, 320);
    return [
      { key: `${source} ${named}`, max: WRONG_PER_SOURCE_AND_EMAIL },
      { key: source, max: WRONG_PER_SOURCE },
    ];
  }

  private current(key: string, nowMs: number): WrongTries | undefined {
    const tries = this.tries.get(key);
    return tries && nowMs - tries.sinceMs < WINDOW_MS ? tries : undefined;
  }
}
