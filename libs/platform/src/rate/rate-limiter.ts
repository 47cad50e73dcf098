import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { invariant } from '@surety/kernel';
import type { LimitedBucket, RateBucket, RateDecision, RateStore } from './rate-bucket';

/** Longer keys are stored as their hash: a `sub` may have 1 KiB. */
const KEY_CHARACTERS_MAX = 64;

/** Limits how often a caller may ask (P26). */
@Injectable()
export class RateLimiter implements OnApplicationShutdown {
  constructor(private readonly store: RateStore) {}

  /**
   * Takes one token of every bucket, or of none when one is empty. Buckets without a limit cost nothing, and when none has
   * one nothing is asked. Throws a fault that `isUnavailable` knows when PostgreSQL counts and is away.
   */
  async take(buckets: readonly RateBucket[]): Promise<RateDecision> {
    const limited = buckets.filter(isLimited);
    if (limited.length === 0) return { allowed: true };
    return this.store.take(limited.map(bucket => ({ ...bucket, key: shortKey(bucket.key) })));
  }

  /** Gives up the store's connections, without which the process would never end by itself. */
  onApplicationShutdown(): Promise<void> {
    return this.store.close();
  }
}

function isLimited(bucket: RateBucket): bucket is LimitedBucket {
  if (bucket.perSecond === null || bucket.burst === null) return false;
  invariant(bucket.perSecond > 0 && bucket.burst >= 1, `a limit that lets nothing through: ${bucket.key}`);
  return true;
}

function shortKey(key: string): string {
  if (key.length <= KEY_CHARACTERS_MAX) return key;
  return `sha256:${createHash('sha256').update(key).digest('base64url')}`;
}
