import { AlreadyTaken, PersonalAgents, type PersonalAgentRow } from '@surety/registry';
import { invariant, ulid } from '@surety/kernel';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';

const NAME_CHARACTERS = 100;
const DEFAULT_LIMITS = { perSecond: 100, burst: 300, perUserPerSecond: 5, perUserBurst: 60 };

/** Registers issuers that open mode met (P34), with the limits that a registration by an operator has by default. */
@Injectable()
export class OpenModeRegistrar {
  constructor(private readonly personalAgents: PersonalAgents) {}

  /** In: an issuer whose token has been verified. Out: its row, the one that is there when somebody was faster. */
  async register(issuer: string, jwksUri: string): Promise<PersonalAgentRow> {
    const id = ulid(Date.now(), randomBytes(10));
    const agent = {
      id,
      name: issuer.slice(0, NAME_CHARACTERS),
      issuer,
      jwksUri,
      enabled: true,
      limits: DEFAULT_LIMITS,
    };
    try {
      return await this.personalAgents.create(agent, made => ({
        actor: { id: 'open-mode', role: 'system' },
        action: 'personal-agent.create',
        object: { type: 'personal-agent', id: made.id },
        brandId: null,
        before: null,
        after: { issuer, jwksUri, enabled: true },
        reason: 'a token of an issuer that open mode looked up was verified',
        requestId: id,
      }));
    } catch (error) {
      if (!(error instanceof AlreadyTaken)) throw error;
      const row = await this.personalAgents.findByIssuer(issuer);
      invariant(row !== undefined, 'personal agents are never deleted');
      return row;
    }
  }
}
