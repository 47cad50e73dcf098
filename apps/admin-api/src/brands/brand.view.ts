import { brandAddresses } from '@surety/device-grant';
import { ApiProperty } from '@nestjs/swagger';
import type { StoredAgentConfig } from '@surety/agents';
import { rfc3339 } from '@surety/kernel';
import type { AuditRecord, BrandRow } from '@surety/registry';
import { StoredObjectView, WarningView } from '../answers/stored-object.view';

import { secretsView, secretView } from './secret-view';
import { DelegationView, delegationView } from '../delegation/delegation.view';
import { AGENT_VIEW_SCHEMA } from './agent.schema';

/** One skill on the card. */
export class SkillView {
  @ApiProperty()
  id: string;

  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: [String] })
  tags: string[];

  @ApiProperty({ type: [String], required: false })
  examples?: string[];
}

/** Bounds of a Brand's turns. */
export class BrandLimitsView {
  @ApiProperty({ type: 'integer' })
  agentDeadlineSeconds: number;

  @ApiProperty({ type: 'integer' })
  contextIdleDays: number;
}

/** One thing that must hold before the Brand goes live. */
export class CheckView {
  @ApiProperty({ description: 'What was looked at; stable.' })
  code: string;

  @ApiProperty()
  ok: boolean;

  @ApiProperty({ description: 'For people.' })
  message: string;

  @ApiProperty({ format: 'date-time' })
  checkedAt: string;
}

/** A Brand in a list. */
export class BrandItem extends StoredObjectView {
  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ description: 'The version on the card.' })
  version: string;

  @ApiProperty({ type: String, nullable: true })
  domain: string | null;

  @ApiProperty({ type: [SkillView] })
  skills: SkillView[];

  @ApiProperty(AGENT_VIEW_SCHEMA as object)
  agent: Record<string, unknown>;

  @ApiProperty({ type: BrandLimitsView })
  limits: BrandLimitsView;

  @ApiProperty({ type: DelegationView, nullable: true })
  delegation: DelegationView | null;

  @ApiProperty({ enum: ['open', 'closed'] })
  state: 'open' | 'closed';

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closedAt: string | null;

  @ApiProperty({ format: 'uri' })
  cardUrl: string;

  @ApiProperty({ format: 'uri' })
  interfaceUrl: string;

  @ApiProperty({ type: 'integer', description: 'Counts up with each change; the ETag.' })
  revision: number;
}

/** One Brand. */
export class BrandView extends BrandItem {
  @ApiProperty({ type: [CheckView], description: 'The checklist before going live.' })
  checks: CheckView[];
}

/** One Brand after a change, with what may be wrong with it. */
export class ChangedBrandView extends BrandItem {
  @ApiProperty({ type: [WarningView] })
  warnings: WarningView[];
}

/** One page of Brands, newest first. */
export class BrandPage {
  @ApiProperty({ type: [BrandItem] })
  items: BrandItem[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}

/** The row as a list shows it. In: the row and the public origin, from which every printed URL comes. */
export function brandItem(row: BrandRow, publicUrl: string): BrandItem {
  const { interfaceUrl } = brandAddresses(publicUrl, row.id);
  return {
    id: row.id,
    createdAt: rfc3339(row.createdAt.getTime()),
    updatedAt: rfc3339(row.updatedAt.getTime()),
    ...brandRecord(row),
    closedAt: row.closedAt === null ? null : rfc3339(row.closedAt.getTime()),
    cardUrl: `${interfaceUrl}/.well-known/agent-card.json`,
    interfaceUrl,
    revision: row.version,
  };
}

/** What an operator can set, secrets hidden: for answers and for audit rows alike. */
export function brandRecord(row: BrandRow) {
  return {
    name: row.name,
    description: row.description,
    version: row.cardVersion,
    domain: row.domain,
    skills: row.skills.map(({ tags, examples, ...skill }) => {
      return { ...skill, tags: [...tags], ...(examples ? { examples: [...examples] } : {}) };
    }),
    agent: agentView(row.agent),
    limits: {
      agentDeadlineSeconds: row.limits.agentDeadlineSeconds,
      contextIdleDays: row.limits.contextIdleDays,
    },
    delegation: delegationView(row.delegation),
    state: row.closedAt === null ? ('open' as const) : ('closed' as const),
  } satisfies AuditRecord;
}

/** An agent without its secrets: of each only that it is set, and since when. */
function agentView(agent: StoredAgentConfig): Record<string, unknown> {
  switch (agent.kind) {
    case 'script':
      return { ...agent };
    case 'webhook': {
      const { kind, url, idempotent, headers } = agent;
      return { kind, url, idempotent, headers: secretsView(headers) };
    }
    case 'llm': {
      const { apiKey, ...shown } = agent;
      return { ...shown, ...(apiKey && { apiKey: secretView(apiKey) }) };
    }
  }
}
