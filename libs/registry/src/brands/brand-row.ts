import type { StoredAgentConfig } from '@surety/agents';
import type { BrandDelegation, BrandScope, BrandSkill } from '../entities';

/** Bounds of a Brand's turns. */
export interface BrandLimits {
  readonly agentDeadlineSeconds: number;
  readonly contextIdleDays: number;
}

/** What a Brand is opened with. */
export interface NewBrand {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The card's `version`. */
  readonly cardVersion: string;
  /** Unique among open Brands. */
  readonly domain: string | null;
  readonly skills: readonly BrandSkill[];
  readonly agent: StoredAgentConfig;
  readonly limits: BrandLimits;
  /** Null or absent while nothing is configured. */
  readonly delegation?: BrandDelegation | null;
  /** In card order. */
  readonly scopes?: readonly BrandScope[];
}

/** A Brand. */
export interface BrandRow extends NewBrand {
  readonly delegation: BrandDelegation | null;
  readonly scopes: readonly BrandScope[];
  readonly closedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which Brands; `q` is looked for in name, domain and id. */
export interface BrandFilters {
  readonly state?: 'open' | 'closed' | undefined;
  readonly q?: string | undefined;
  /** Only these; absent for somebody who may see all. */
  readonly ids?: readonly string[] | undefined;
}
