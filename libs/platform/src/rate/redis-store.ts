import { Redis } from 'ioredis';
import type { LimitedBucket, RateDecision, RateStore } from './rate-bucket';
import { refusal } from './token-bucket';

/**
 * Takes one token of every bucket or of none, by the clock of Redis. KEYS are the buckets, ARGV their rate and burst in
 * turn. Answers 0, or the milliseconds until all have a token. A full bucket has no key.
 */
const TAKE = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local wait, full = 0, {}
for i, key in ipairs(KEYS) do
  local interval, burst = 1000 / tonumber(ARGV[2 * i - 1]), tonumber(ARGV[2 * i])
  full[i] = math.max(tonumber(redis.call('GET', key) or '0'), now) + interval
  wait = math.max(wait, full[i] - now - burst * interval)
end
if wait > 0.001 then return math.ceil(wait) end
for i, key in ipairs(KEYS) do
  redis.call('SET', key, string.format('%.3f', full[i]), 'PX', math.ceil(full[i] - now) + 1)
end
return 0`;

/** One slot for all keys, so that one script may touch several in a cluster. */
const KEY_PREFIX = '{surety-rate}:';
const CONNECT_TIMEOUT_MS = 1_000;
const COMMAND_TIMEOUT_MS = 500;
const RECONNECT_MS_MAX = 2_000;
/** After a failure nobody asks for this long, so that a Redis that hangs slows down one request and not all. */
const PAUSE_MS = 500;

/** Told about each request that was let through because Redis could not be asked. */
export type OnFailOpen = (error: Error) => void;

/** Buckets in Redis, shared by all replicas. A Redis that is away limits nobody (P26), and says so through `onFailOpen`. */
export class RedisRateStore implements RateStore {
  private readonly redis: Redis;
  private askAgainMs = 0;

  constructor(
    url: string,
    private readonly onFailOpen: OnFailOpen,
  ) {
    this.redis = new Redis(url, {
      connectTimeout: CONNECT_TIMEOUT_MS,
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: attempt => Math.min(attempt * 100, RECONNECT_MS_MAX),
      scripts: { suretyTake: { lua: TAKE } },
    });
    this.redis.on('error', () => undefined);
  }

  /** Resolves once Redis answers, or right away while it is lost. */
  async take(buckets: readonly LimitedBucket[]): Promise<RateDecision> {
    try {
      if (performance.now() < this.askAgainMs) throw new Error('Redis failed a moment ago');
      const waitMs = await this.run(buckets);
      return waitMs > 0 ? refusal(waitMs) : { allowed: true };
    } catch (error) {
      if (performance.now() >= this.askAgainMs) this.askAgainMs = performance.now() + PAUSE_MS;
      this.onFailOpen(error as Error);
      return { allowed: true };
    }
  }

  async close(): Promise<void> {
    this.redis.disconnect();
  }

  private run(buckets: readonly LimitedBucket[]): Promise<number> {
    const { suretyTake } = this.redis as unknown as {
      suretyTake(keys: number, ...parts: (string | number)[]): Promise<number>;
    };
    const keys = buckets.map(({ key }) => KEY_PREFIX + key);
    const limits = buckets.flatMap(({ perSecond, burst }) => [perSecond, burst]);
    return suretyTake.call(this.redis, keys.length, ...keys, ...limits);
  }
}
