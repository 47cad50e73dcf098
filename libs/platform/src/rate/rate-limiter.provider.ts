import type { FactoryProvider } from '@nestjs/common';
import { Sql } from '../database/sql';
import { Metrics } from '../metrics/metrics';
import { Settings } from '../settings/settings';
import { LeaseRateStore } from './lease-store';
import type { RateStore } from './rate-bucket';
import { RateLimiter } from './rate-limiter';
import { RedisRateStore } from './redis-store';

/**
 * The limiter of an app: counts in Redis when its URL is set, else in PostgreSQL (P26), and closes with the app. Needs
 * Settings, Sql and Metrics.
 */
export const rateLimiterProvider: FactoryProvider<RateLimiter> = {
  provide: RateLimiter,
  inject: [Sql, Settings, Metrics],
  useFactory: (sql: Sql, { redisUrl }: Settings, metrics: Metrics) =>
    new RateLimiter(redisUrl === undefined ? new LeaseRateStore(sql) : redisStore(redisUrl, metrics)),
};

/** Requests that a lost Redis let through are counted in `surety_rate_limit_fail_open_total`. */
function redisStore(url: string, metrics: Metrics): RateStore {
  const failOpen = metrics.counter({
    name: 'surety_rate_limit_fail_open_total',
    help: 'Requests that were not limited because Redis could not be asked.',
  });
  return new RedisRateStore(url, () => failOpen.inc());
}
