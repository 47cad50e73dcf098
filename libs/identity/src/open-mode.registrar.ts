import {
  DEFAULT_PERSONAL_AGENT_LIMITS,
  PersonalAgents,
  type PersonalAgentRow,
  freshUlid,
} from '@surety/registry';
import { Injectable } from '@nestjs/common';

const NAME_CHARACTERS = 100;

/** Registers issuers that open mode met (P34), with the limits that a registration by an operator has by default. */
@Injectable()
export class OpenModeRegistrar {
  constructor(private readonly personalAgents: PersonalAgents) {}

  /**
   * In: an issuer whose token has been verified, and the request that brought it. Out: its row, the one that is there when
   * somebody was faster.
   */
  register(issuer: string, jwksUri: string, requestId: string): Promise<PersonalAgentRow> {
    const agent = {
      id: freshUlid(),
      name: issuer.slice(0, NAME_CHARACTERS),
      issuer,
      jwksUri,
      enabled: true,
      limits: DEFAULT_PERSONAL_AGENT_LIMITS,
    };
    return this.personalAgents.adopt(agent, made => ({
      actor: { id: 'open-mode', role: 'system' },
      action: 'personal-agent.create',
      object: { type: 'personal-agent', id: made.id },
      brandId: null,
      before: null,
      after: { issuer, jwksUri, enabled: true },
      reason: 'a token of an issuer that open mode looked up was verified',
      requestId,
    }));
  }
}
