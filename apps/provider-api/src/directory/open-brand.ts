import { agentCard, cardEtag } from '@surety/a2a';
import { type BrandAgent } from '@surety/agents';
import { Settings } from '@surety/platform';
import { type BrandRow } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import { AgentFactory } from './agent-factory';

/** An open Brand as the hot path needs it: its limits, its agent ready to run and its card as bytes. */
export interface OpenBrand {
  readonly id: string;
  readonly limits: BrandRow['limits'];
  readonly agent: BrandAgent;
  readonly card: { readonly bytes: Buffer; readonly etag: string };
}

/** Prepares what a Brand's row implies once per change instead of once per message. */
@Injectable()
export class OpenBrands {
  constructor(
    private readonly settings: Settings,
    private readonly agents: AgentFactory,
  ) {}

  /** In: the row of an open Brand, or undefined. Throws InvariantViolation for a stored agent that no adapter understands. */
  prepare(row: BrandRow | undefined): OpenBrand | undefined {
    return row && { id: row.id, limits: row.limits, agent: this.agents.agentOf(row), card: this.card(row) };
  }

  private card(row: BrandRow): OpenBrand['card'] {
    const text = agentCard({
      name: row.name,
      description: row.description,
      version: row.cardVersion,
      skills: row.skills,
      interfaceUrl: `${this.settings.publicUrl}/a2a/${row.id}`,
      publicUrl: this.settings.publicUrl,
      organization: this.settings.organization,
      identityScheme: this.settings.identityScheme,
    });
    return { bytes: Buffer.from(text), etag: cardEtag(text) };
  }
}
