import type { StoredAgentConfig } from '@surety/agents';
import type { BrandSkill } from '../entities';

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
}

/** A Brand. */
export interface BrandRow extends NewBrand {
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
