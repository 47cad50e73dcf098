import {
  type BrandAgent,
  type RequestSigner,
  type StoredAgentConfig,
  createBrandAgent,
  openAgentConfig,
  requestSigner,
} from '@surety/agents';
import { EgressClient, Settings, loadDeploymentKey, systemClock } from '@surety/platform';
import { type BrandRow, SigningKeys } from '@surety/registry';
import { Injectable } from '@nestjs/common';

/** Makes a Brand's agent ready to run from its row: compiled script, or webhook with its secrets opened and its signer. */
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

  /** Throws UnsealError when a secret was sealed with another deployment key. */
  agentOf(brand: BrandRow): BrandAgent {
    const place = { brandId: brand.id, deploymentKey: this.deploymentKey };
    const config = openAgentConfig(brand.agent as unknown as StoredAgentConfig, place);
    return createBrandAgent(config, {
      egress: this.egress,
      signer: this.signer,
      clock: systemClock,
    });
  }
}
