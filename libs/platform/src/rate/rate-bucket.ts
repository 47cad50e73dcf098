/** One bucket of a caller (P26): refills by `perSecond` tokens up to `burst`; either `null` = no limit. */
export interface RateBucket {
  readonly key: string;
  readonly perSecond: number | null;
  readonly burst: number | null;
}

/** Whether one token of every bucket was taken, or how long the caller must wait: whole seconds, at least 1. */
export type RateDecision =
  { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };
