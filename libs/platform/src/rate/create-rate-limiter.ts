import type { SqlExecutor } from '../database/sql';
import type { Metrics } from '../metrics/metrics';
import { LeaseRateStore } from './lease-store';
import { RateLimiter } from './rate-limiter';
import { RedisRateStore } from './redis-store';

/** What a limiter counts in: Redis when its URL is set, else PostgreSQL (P26). */
export interface RateLimiterParts {
  readonly sql: SqlExecutor;
  readonly redisUrl?: string;
  readonly metrics: Metrics;
}

/** The limiter of a process. Requests that a lost Redis let through are counted in `surety_rate_limit_fail_open_total`. */
export function createRateLimiter({ sql, redisUrl, metrics }: RateLimiterParts): RateLimiter {
  if (!redisUrl) return new RateLimiter(new LeaseRateStore(sql));
  const failOpen = metrics.counter({
    name: 'surety_rate_limit_fail_open_total',
    help: 'Requests that were not limited because Redis could not be asked.',
  });
  return new RateLimiter(new RedisRateStore(redisUrl, () => failOpen.inc()));
}
