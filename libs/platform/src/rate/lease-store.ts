import type { SqlExecutor } from '../database/sql';
import { Lease } from './lease';
import { type LeaseDemand, leaseTokens } from './lease-statement';
import type { LimitedBucket, RateDecision, RateStore } from './rate-bucket';
import { refusal } from './token-bucket';

interface Waiter {
  readonly buckets: readonly LimitedBucket[];
  readonly resolve: (decision: RateDecision) => void;
  readonly reject: (error: unknown) => void;
}

/** Leases looked at for their unspent tokens with each statement, beyond those it is about. */
const SWEPT_PER_STATEMENT = 64;

/**
 * Buckets in PostgreSQL (P26). A replica takes some tokens of a bucket ahead and spends them without asking; callers who
 * come while a statement is under way share the next one. Tokens are debited before they are spent, so the sum over all
 * replicas keeps to the limit but for this slack: tokens of a lease may be spent up to a second after their debit, so in
 * any time span at most (replicas × burst / 8) more come through. A lease never takes more than an eighth of what is
 * there beyond what is needed, and what is unspent after a second goes back with the next statement.
 */
export class LeaseRateStore implements RateStore {
  private readonly leases = new Map<string, Lease>();
  private waiting: Waiter[] = [];
  private asking = false;

  /** In: where table `rate_bucket` is, and a monotonic clock in milliseconds. */
  constructor(
    private readonly sql: SqlExecutor,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  async take(buckets: readonly LimitedBucket[]): Promise<RateDecision> {
    const nowMs = this.nowMs();
    const knownWaitMs = Math.max(...buckets.map(({ key }) => this.leases.get(key)?.knownWaitMs(nowMs) ?? 0));
    if (this.spendAll(buckets, nowMs)) return { allowed: true };
    if (knownWaitMs > 0) return refusal(knownWaitMs);
    return new Promise((resolve, reject) => {
      this.waiting.push({ buckets, resolve, reject });
      if (!this.asking) void this.askWhileWaiting();
    });
  }

  async close(): Promise<void> {
    this.leases.clear();
  }

  private spendAll(buckets: readonly LimitedBucket[], nowMs: number): boolean {
    const leases = buckets.map(({ key }) => this.leases.get(key));
    if (!leases.every(lease => lease !== undefined && lease.spendable(nowMs) >= 1)) return false;
    leases.forEach(lease => lease?.spend());
    return true;
  }

  /** One statement at a time, each for everybody who came during the one before. */
  private async askWhileWaiting(): Promise<void> {
    this.asking = true;
    while (this.waiting.length > 0) {
      const waiters = this.waiting;
      this.waiting = [];
      try {
        await this.ask(waiters);
        for (const waiter of waiters) this.settle(waiter);
      } catch (error) {
        for (const { reject } of waiters) reject(error);
      }
    }
    this.asking = false;
  }

  /** A token that somebody else took in passing is asked for again; only an empty bucket refuses. */
  private settle(waiter: Waiter): void {
    const nowMs = this.nowMs();
    const waitMs = Math.max(...waiter.buckets.map(({ key }) => this.leases.get(key)?.waitMs(nowMs) ?? 0));
    if (this.spendAll(waiter.buckets, nowMs)) waiter.resolve({ allowed: true });
    else if (waitMs > 0) waiter.resolve(refusal(waitMs));
    else this.waiting.push(waiter);
  }

  private async ask(waiters: readonly Waiter[]): Promise<void> {
    const demands = this.demandsOf(waiters);
    const grants = await leaseTokens(this.sql, [...demands.values()]);
    const nowMs = this.nowMs();
    for (const grant of grants) {
      const demand = demands.get(grant.key);
      if (!demand || demand.need === 0) continue;
      const lease = this.leases.get(grant.key) ?? new Lease();
      lease.add(grant, demand, demand.need, nowMs);
      this.leases.delete(grant.key);
      this.leases.set(grant.key, lease);
    }
  }

  private demandsOf(waiters: readonly Waiter[]): Map<string, LeaseDemand> {
    const nowMs = this.nowMs();
    const demands = new Map<string, LeaseDemand>();
    for (const bucket of waiters.flatMap(({ buckets }) => buckets)) {
      const lease = this.leases.get(bucket.key);
      const known = demands.get(bucket.key);
      const need = known ? known.need + 1 : 1 - (lease?.spendable(nowMs) ?? 0);
      const returned = known?.returned ?? lease?.takeExpired(nowMs) ?? 0;
      demands.set(bucket.key, { ...bucket, need, returned });
    }
    for (const [key, { need }] of demands) if (need <= 0) demands.delete(key);
    return this.withUnspent(demands, nowMs);
  }

  /** Adds tokens of the oldest leases that nobody spent in time, and forgets leases that are over. */
  private withUnspent(demands: Map<string, LeaseDemand>, nowMs: number): Map<string, LeaseDemand> {
    let looks = SWEPT_PER_STATEMENT + demands.size;
    for (const [key, lease] of this.leases) {
      if (looks === 0 || !lease.over(nowMs)) break;
      looks -= 1;
      if (demands.has(key)) continue;
      this.leases.delete(key);
      const returned = lease.takeExpired(nowMs);
      if (returned > 0 && lease.limit) demands.set(key, { ...lease.limit, need: 0, returned });
    }
    return demands;
  }
}
