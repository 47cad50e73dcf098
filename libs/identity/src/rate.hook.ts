import { RateLimiter } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { RateLimited } from './refusals';
import { type PaIdentity } from './pa-jwt.hook';

/**
 * Rate limits after authentication (PACT 6, P26): one bucket per personal agent and one per (personal agent, sub), with the
 * limits that the operator set for the personal agent; null means none.
 */
@Injectable()
export class RateHook {
  constructor(private readonly limiter: RateLimiter) {}

  /** Takes one token of each bucket. Throws RateLimited with whole seconds to wait. */
  async admit({ personalAgent, sub }: PaIdentity): Promise<void> {
    const { perSecond, burst, perUserPerSecond, perUserBurst } = personalAgent.limits;
    const buckets = [];
    if (perUserPerSecond !== null) {
      buckets.push({
        key: `pa:${personalAgent.id}:${sub}`,
        perSecond: perUserPerSecond,
        burst: perUserBurst,
      });
    }
    if (perSecond !== null) buckets.push({ key: `pa:${personalAgent.id}`, perSecond, burst });
    if (buckets.length === 0) return;
    const taken = await this.limiter.take(buckets);
    if (!taken.allowed) throw new RateLimited(taken.retryAfterSeconds);
  }
}
