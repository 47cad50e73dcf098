import { agentCard, cardEtag } from '@surety/a2a';
import { type BrandAgent } from '@surety/agents';
import { Settings } from '@surety/platform';
import { type BrandRow } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import { AgentFactory } from './agent-factory';

/** An open Brand as the hot path needs it: its limits, its agent and its card as bytes. */
export interface OpenBrand {
  readonly id: string;
  readonly limits: BrandRow['limits'];
  /** Throws UnsealError when a secret of it was sealed with another deployment key. */
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

  /**
   * In: the row of an open Brand, or undefined. The agent is made ready by the first message: one whose secrets do not open
   * with this deployment key fails its messages, and neither the card nor any other operation.
   */
  prepare(row: BrandRow | undefined): OpenBrand | undefined {
    if (!row) return undefined;
    const { agents } = this;
    let agent: BrandAgent | undefined;
    return {
      id: row.id,
      limits: row.limits,
      card: this.card(row),
      get agent() {
        return (agent ??= agents.agentOf(row));
      },
    };
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
