import { Inject, Injectable } from '@nestjs/common';
import {
  AgentFailure,
  type AgentTurn,
  createTrialAgent,
  type RequestSigner,
  type StepUp,
} from '@surety/agents';
import type { Clock } from '@surety/kernel';
import { EgressClient, RateLimiter } from '@surety/platform';
import { AuditLog, type BrandRow, offersDelegation, Tools } from '@surety/registry';
import { auditEntry } from '../audit/audit-entry';
import type { Call } from '../auth/principal';
import { AgentWriter } from '../brands/agent-writer.service';
import { BrandsService } from '../brands/brands.service';
import { CLOCK } from '../clock.token';
import { NewIds } from '../new-ids';
import { ToolWriter } from '../tools/tool-writer.service';
import { Problem } from '../problem/problem';
import { WEBHOOK_SIGNER } from '../webhook-keys/webhook-signer.token';
import type { AgentTestView } from './agent-test.view';
import { TrialLedger } from './trial-ledger';

/** A trial calls a Brand's own endpoint, so that nobody can make us flood it; per Brand. */
const TRIALS = { perSecond: 5, burst: 60 };

/** The User of a trial: a pseudonym that no User has, and a personal agent that no registration can have. */
const TRIAL_USER = { id: 'u_test', personalAgent: 'urn:surety:agent-test' };

/** Runs a Brand's agent once without a conversation: no context, no turn and no reply is stored. */
@Injectable()
export class AgentTestService {
  constructor(
    private readonly brands: BrandsService,
    private readonly agents: AgentWriter,
    private readonly tools: Tools,
    private readonly toolWriter: ToolWriter,
    private readonly egress: EgressClient,
    private readonly limiter: RateLimiter,
    private readonly audit: AuditLog,
    private readonly newIds: NewIds,
    @Inject(WEBHOOK_SIGNER) private readonly signer: RequestSigner,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** What the agent says to this text. Throws 404, 409 for a closed Brand, 429; a bad agent is no error but an answer. */
  async run(id: string, text: string, reason: string | undefined, call: Call): Promise<AgentTestView> {
    const brand = await this.brands.find(id, call.caller);
    if (brand.closedAt !== null) throw new Problem('conflict', 'The Brand is closed.');
    await this.admit(id);
    await this.audit.record(trialEntry(call, brand, reason));
    const ledger = new TrialLedger();
    const agent = await this.trialAgent(brand, ledger);
    const deadlineMs = brand.limits.agentDeadlineSeconds * 1000;
    try {
      const turn = this.turn(brand, text, call.requestId);
      const answer = await agent.answer(turn, ledger, AbortSignal.timeout(deadlineMs));
      if ('kind' in answer) return { text: null, steps: ledger.steps, error: permissionNeeded(answer) };
      return { text: answer.text, steps: ledger.steps, error: null };
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error;
      return { text: null, steps: ledger.steps, error: { code: error.code, message: error.detail } };
    }
  }

  /** The agent with its tools, of which none is sent. */
  private async trialAgent(brand: BrandRow, ledger: TrialLedger) {
    const stored = await this.tools.enabledOf(brand.id);
    const tools = stored.map(tool => this.toolWriter.open(brand.id, tool));
    const scopes = offersDelegation(brand) ? brand.scopes : [];
    const parts = { egress: this.egress, signer: this.signer, clock: this.clock };
    const config = this.agents.open(brand.id, brand.agent);
    return createTrialAgent(config, parts, { tools, scopes }, call => ledger.tried(call));
  }

  private async admit(brandId: string): Promise<void> {
    const decision = await this.limiter.take([{ key: `agent-test ${brandId}`, ...TRIALS }]);
    if (decision.allowed) return;
    throw new Problem('too_many_requests', 'Wait before the next trial of this agent.', {
      headers: { 'retry-after': String(decision.retryAfterSeconds) },
    });
  }

  private turn(brand: BrandRow, text: string, requestId: string): AgentTurn {
    const receivedAtMs = this.clock.nowMs();
    return {
      brandId: brand.id,
      turnId: `tn_${this.newIds.ulid()}`,
      run: 1,
      contextId: `test-${this.newIds.ulid()}`,
      messageId: `test-${this.newIds.ulid()}`,
      turnNumber: 1,
      user: TRIAL_USER,
      ...(offersDelegation(brand) && { delegation: trialDelegation(brand) }),
      text,
      receivedAtMs,
      deadlineMs: receivedAtMs + brand.limits.agentDeadlineSeconds * 1000,
      requestId,
      nextStep: 1,
      history: () => Promise.resolve([]),
    };
  }
}

/** A trial may see what the agent does with every scope: no token stands behind it, and no tool is sent. */
function trialDelegation({ scopes }: BrandRow) {
  return { token: '', grantId: '', brandUserId: 'test', scopes: scopes.map(({ id }) => id) };
}

function permissionNeeded({ missingScopes }: StepUp) {
  return { code: 'permission_needed', message: `The agent asks for ${missingScopes.join(', ')}.` };
}

function trialEntry(call: Call, brand: BrandRow, reason: string | undefined) {
  return auditEntry(call, {
    action: 'brand.agent-test',
    object: { type: 'brand', id: brand.id },
    brandId: brand.id,
    before: null,
    after: null,
    reason,
  });
}
