import type { LeaseGrant } from './lease-statement';
import type { LimitedBucket } from './rate-bucket';
import { msUntilToken } from './token-bucket';

/** How long leased tokens may be spent, and for how long a refusal is repeated without asking; milliseconds. */
export const LEASE_MS = 1_000;

/** Tokens of one bucket that this replica has taken ahead, and until when the bucket is known to be empty. Pure. */
export class Lease {
  private tokens = 0;
  private current: LimitedBucket | undefined;
  private untilMs = 0;
  private emptyUntilMs = 0;
  private askAgainMs = 0;

  /** The limit under which tokens were granted last. */
  get limit(): LimitedBucket | undefined {
    return this.current;
  }

  /** Tokens that may be spent at `nowMs`. */
  spendable(nowMs: number): number {
    return nowMs < this.untilMs ? this.tokens : 0;
  }

  /** Takes one token that {@link spendable} showed. */
  spend(): void {
    this.tokens -= 1;
  }

  /** Milliseconds until the bucket has a token again, when it is known to be empty without asking; else 0. */
  knownWaitMs(nowMs: number): number {
    return nowMs < this.askAgainMs ? Math.max(0, this.emptyUntilMs - nowMs) : 0;
  }

  /** Milliseconds until the bucket has a token again, by the last answer. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.emptyUntilMs - nowMs);
  }

  /** Whether nothing of this lease is known or owed any more. */
  over(nowMs: number): boolean {
    return nowMs >= this.untilMs && nowMs >= this.askAgainMs;
  }

  /** Removes and returns tokens whose time to be spent is over: they go back to the bucket. */
  takeExpired(nowMs: number): number {
    if (nowMs < this.untilMs) return 0;
    const expired = this.tokens;
    this.tokens = 0;
    return expired;
  }

  /** Adds what the database granted; less than one token in the bucket afterwards = empty until one has come. */
  add(grant: LeaseGrant, limit: LimitedBucket, needed: number, nowMs: number): void {
    this.current = limit;
    this.tokens += grant.granted;
    this.untilMs = nowMs + LEASE_MS;
    if (grant.granted >= needed) return;
    this.emptyUntilMs = nowMs + msUntilToken(nowMs + grant.fullInMs, limit, nowMs);
    this.askAgainMs = Math.min(this.emptyUntilMs, nowMs + LEASE_MS);
  }
}
