import {
  type BrandAgent,
  type BrandTools,
  type RequestSigner,
  type StoredAgentConfig,
  type StoredTool,
  createBrandAgent,
  openAgentConfig,
  openTool,
  requestSigner,
} from '@surety/agents';
import { EgressClient, Settings, loadDeploymentKey, systemClock } from '@surety/platform';
import { type BrandRow, SigningKeys } from '@surety/registry';
import { Injectable } from '@nestjs/common';

/** Makes a Brand's agent ready to run from its row: its agent and tools with their secrets opened, and the signer. */
@Injectable()
export class AgentFactory {
  private readonly signer: RequestSigner;
  private readonly deploymentKey: Buffer;

  constructor(
    private readonly egress: EgressClient,
    settings: Settings,
    keys: SigningKeys,
  ) {
    this.deploymentKey = loadDeploymentKey(settings);
    this.signer = requestSigner(() => keys.active('webhook'));
  }

  /** In: the Brand, its tools, and what its card offers of scopes. Throws UnsealError when a secret was sealed with another deployment key. */
  agentOf(brand: BrandRow, tools: readonly StoredTool[], scopes: BrandTools['scopes']): BrandAgent {
    const place = { brandId: brand.id, deploymentKey: this.deploymentKey };
    const config = openAgentConfig(brand.agent as unknown as StoredAgentConfig, place);
    const parts = { egress: this.egress, signer: this.signer, clock: systemClock };
    return createBrandAgent(config, parts, { tools: tools.map(tool => openTool(tool, place)), scopes });
  }
}
