/** One bucket of a caller (P26): refills by `perSecond` tokens up to `burst`; either `null` = no limit. */
export interface RateBucket {
  readonly key: string;
  readonly perSecond: number | null;
  readonly burst: number | null;
}

/** A bucket with a limit; both numbers are finite, the rate above 0 and the burst at least 1. */
export interface LimitedBucket {
  readonly key: string;
  readonly perSecond: number;
  readonly burst: number;
}

/** Whether one token of every bucket was taken, or how long the caller must wait: whole seconds, at least 1. */
export type RateDecision =
  { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Where tokens are counted. `take` takes one of every bucket or none at all, in at most one round trip. */
export interface RateStore {
  take(buckets: readonly LimitedBucket[]): Promise<RateDecision>;
  close(): Promise<void>;
}
