import { agentCard, cardEtag } from '@surety/a2a';
import { type BrandAgent, type StoredTool } from '@surety/agents';
import { type BrandAddresses, type CardScopes, brandAddresses } from '@surety/device-grant';
import { Settings } from '@surety/platform';
import { type BrandRow, offersDelegation } from '@surety/registry';
import { Injectable } from '@nestjs/common';
import { AgentFactory } from './agent-factory';

/** What a Brand that delegates (P31) means for its messages. */
export interface OpenDelegation {
  readonly addresses: BrandAddresses;
  readonly cardScopes: CardScopes;
  readonly loginUrl: string;
  readonly liveSession: boolean;
}

/** An open Brand as the hot path needs it: its limits, its agent and its card as bytes. */
export interface OpenBrand {
  readonly id: string;
  readonly limits: BrandRow['limits'];
  /** Throws UnsealError when a secret of it was sealed with another deployment key. */
  readonly agent: BrandAgent;
  /** Undefined when its card offers none. */
  readonly delegation: OpenDelegation | undefined;
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
   * In: the row of an open Brand, or undefined, and its tools. The agent is made ready by the first message: one whose secrets do not open
   * with this deployment key fails its messages, and neither the card nor any other operation.
   */
  prepare(row: BrandRow | undefined, tools: readonly StoredTool[]): OpenBrand | undefined {
    if (!row) return undefined;
    const { agents } = this;
    const addresses = brandAddresses(this.settings.publicUrl, row.id);
    const delegation = openDelegation(row, addresses);
    let agent: BrandAgent | undefined;
    return {
      id: row.id,
      limits: row.limits,
      delegation,
      card: this.card(row, addresses, delegation),
      get agent() {
        return (agent ??= agents.agentOf(row, tools, delegation ? row.scopes : []));
      },
    };
  }

  private card(
    row: BrandRow,
    addresses: BrandAddresses,
    delegation: OpenDelegation | undefined,
  ): OpenBrand['card'] {
    const text = agentCard({
      name: row.name,
      description: row.description,
      version: row.cardVersion,
      skills: row.skills,
      interfaceUrl: addresses.interfaceUrl,
      publicUrl: this.settings.publicUrl,
      organization: this.settings.organization,
      identityScheme: this.settings.identityScheme,
      delegation: delegation && {
        deviceAuthorizationUrl: addresses.deviceAuthorization,
        tokenUrl: addresses.token,
        metadataUrl: addresses.metadata,
        scopes: row.scopes,
      },
    });
    return { bytes: Buffer.from(text), etag: cardEtag(text) };
  }
}

function openDelegation(row: BrandRow, addresses: BrandAddresses): OpenDelegation | undefined {
  if (!offersDelegation(row)) return undefined;
  const { loginUrl, liveSession } = row.delegation;
  return { addresses, cardScopes: row.scopes.map(({ id }) => id), loginUrl, liveSession };
}
