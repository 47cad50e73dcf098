import type { StoredAgentConfig } from '@surety/agents';
import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** A skill as the card prints it. */
export interface BrandSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples?: readonly string[];
}

/** A scope as the Brand words it; the list is in card order. */
export interface BrandScope {
  readonly id: string;
  readonly description: string;
}

/** What verifies a Brand's login assertions: where it publishes its keys, or the keys themselves. */
export type BrandLoginKeys =
  { readonly jwksUri: string } | { readonly jwks: { readonly keys: readonly object[] } };

/** How a Brand delegates (PACT wire §6, row `delegation`); what is not filled in yet is null. */
export interface BrandDelegation {
  readonly enabled: boolean;
  readonly loginUrl: string | null;
  /** Where a User goes after the decision; null for a page of ours. */
  readonly completionUrl: string | null;
  /** `iss` of the login assertions; null for the origin of the login. */
  readonly assertionIssuer: string | null;
  readonly keys: BrandLoginKeys | null;
  readonly skipConsent: boolean;
  readonly liveSession: boolean;
}

/** A Brand: one card, one agent, one conversation space. Never deleted, only closed (P36). */
@Entity('brand')
// A closed Brand frees its domain (PACT wire §9).
@Index('brand__domain', ['domain'], { unique: true, where: '"closed_at" IS NULL' })
@Check('brand__id', `"id" ~ '^[A-Za-z0-9._-]{1,64}$'`)
@Check(
  'brand__limits',
  '"agent_deadline_seconds" BETWEEN 1 AND 120 AND "context_idle_days" BETWEEN 1 AND 365',
)
export class BrandEntity {
  @PrimaryColumn(key('id', 'brand__pkey'))
  id: string;

  @Column({ name: 'name', type: 'text' })
  name: string;

  @Column({ name: 'description', type: 'text' })
  description: string;

  /** The card's `version`, the Brand's own words. */
  @Column({ name: 'card_version', type: 'text' })
  cardVersion: string;

  @Column(identifier('domain', { nullable: true }))
  domain: string | null;

  @Column({ name: 'skills', type: 'jsonb' })
  skills: BrandSkill[];

  /** Members by kind (PACT wire §6), secret headers sealed. */
  @Column({ name: 'agent', type: 'jsonb' })
  agent: StoredAgentConfig;

  /** Null while nothing is configured. */
  @Column({ name: 'delegation', type: 'jsonb', nullable: true })
  delegation: BrandDelegation | null;

  @Column({ name: 'scopes', type: 'jsonb', default: [] })
  scopes: BrandScope[];

  @Column({ name: 'agent_deadline_seconds', type: 'integer' })
  agentDeadlineSeconds: number;

  @Column({ name: 'context_idle_days', type: 'integer' })
  contextIdleDays: number;

  @Column(instant('closed_at', { nullable: true }))
  closedAt: Date | null;

  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;

  @Column(instant('updated_at', { default: () => 'now()' }))
  updatedAt: Date;
}
