import type { PersonalAgentRow } from '@surety/registry';
import type { LimitsBody } from './personal-agent.dto';

type Limits = PersonalAgentRow['limits'];

/** The buckets of a personal agent about which nothing was said (P26). */
export const DEFAULT_LIMITS: Limits = { perSecond: 100, burst: 300, perUserPerSecond: 5, perUserBurst: 60 };

/** Merges a change of limits: absent stays, a rate of null takes the limit away, a burst of null is the default. */
export function changedLimits(current: Limits, change: LimitsBody = {}): Limits {
  const { perSecond, burst, perUserPerSecond, perUserBurst } = change;
  return {
    perSecond: perSecond === undefined ? current.perSecond : perSecond,
    burst: burst === null ? DEFAULT_LIMITS.burst : (burst ?? current.burst),
    perUserPerSecond: perUserPerSecond === undefined ? current.perUserPerSecond : perUserPerSecond,
    perUserBurst:
      perUserBurst === null ? DEFAULT_LIMITS.perUserBurst : (perUserBurst ?? current.perUserBurst),
  };
}
