/** Token buckets of one personal agent (P26): tokens per second, and how many may be spent at once; null = no limit. */
export interface PersonalAgentLimits {
  readonly perSecond: number | null;
  readonly burst: number;
  readonly perUserPerSecond: number | null;
  readonly perUserBurst: number;
}

/** The buckets of a personal agent about which nobody said anything else (P26). */
export const DEFAULT_PERSONAL_AGENT_LIMITS: PersonalAgentLimits = {
  perSecond: 100,
  burst: 300,
  perUserPerSecond: 5,
  perUserBurst: 60,
};

/** What a personal agent is registered with. */
export interface NewPersonalAgent {
  readonly id: string;
  readonly name: string;
  /** Unique and unchangeable. */
  readonly issuer: string;
  readonly jwksUri: string;
  readonly enabled: boolean;
  readonly limits: PersonalAgentLimits;
}

/** A registered personal agent (PACT 3.1). */
export interface PersonalAgentRow extends NewPersonalAgent {
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which personal agents; `q` is looked for in name and issuer. */
export interface PersonalAgentFilters {
  readonly enabled?: boolean | undefined;
  readonly issuer?: string | undefined;
  readonly q?: string | undefined;
}
