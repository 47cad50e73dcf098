import { DEFAULT_PERSONAL_AGENT_LIMITS, type PersonalAgentLimits } from '@surety/registry';
import type { LimitsBody } from './personal-agent.dto';

/** Merges a change of limits: absent stays, a rate of null takes the limit away, a burst of null is the default. */
export function changedLimits(current: PersonalAgentLimits, change: LimitsBody = {}): PersonalAgentLimits {
  const { perSecond, burst, perUserPerSecond, perUserBurst } = change;
  return {
    perSecond: perSecond === undefined ? current.perSecond : perSecond,
    burst: burst === null ? DEFAULT_PERSONAL_AGENT_LIMITS.burst : (burst ?? current.burst),
    perUserPerSecond: perUserPerSecond === undefined ? current.perUserPerSecond : perUserPerSecond,
    perUserBurst:
      perUserBurst === null
        ? DEFAULT_PERSONAL_AGENT_LIMITS.perUserBurst
        : (perUserBurst ?? current.perUserBurst),
  };
}
