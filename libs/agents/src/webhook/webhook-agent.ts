import { LIMITS } from '@surety/kernel';
import type { WebhookAgentConfig } from '../agent-config';
import type { AgentParts } from '../agent-parts';
import type { CallLedger } from '../call-ledger';
import { type AgentAnswer, AgentFailure, type AgentTurn, type BrandAgent, type StepUp } from '../port';
import type { ScopeView } from '../tools/scope-view';
import type { AnsweredCall, OpenTools } from '../tools/tool-run';
import { historyWindow } from './history-window';
import { WebhookDelivery } from './webhook-delivery';

/**
 * An agent at the Brand's own address (PACT wire 5.1 to 5.3): asked step by step, with the results of the tools that it
 * asked for, until it answers or finds scopes missing.
 */
export class WebhookAgent implements BrandAgent {
  constructor(
    private readonly config: WebhookAgentConfig,
    private readonly parts: AgentParts,
    private readonly openTools: OpenTools,
  ) {}

  async answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer | StepUp> {
    const history = historyWindow(await turn.history());
    const tools = this.openTools(turn, calls, signal);
    const delivery = new WebhookDelivery(this.config, this.parts, { turn, history, tools, calls, signal });
    let results: readonly AnsweredCall[] = tools.kept();
    for (let taken = 1; ; taken += 1) {
      const step = turn.nextStep + taken - 1;
      const resumed = taken === 1 && turn.resumedFrom !== undefined;
      const reply = await delivery.deliver({ step, resumed, results });
      if (reply.kind === 'answer') return reply.answer;
      if (reply.kind === 'scopes') return stepUp(tools.scopes, reply.missingScopes, reply.text);
      if (taken === LIMITS.webhookStepsPerRun) throw tooManySteps();
      const outcome = await tools.step(step, reply.calls);
      if ('kind' in outcome) return outcome;
      results = outcome;
    }
  }
}

/** The step-up that a webhook asks for itself; only for scopes that the turn does not have. */
function stepUp(scopes: ScopeView, missing: readonly string[], text: string | undefined): StepUp {
  if (missing.some(scope => scopes.effective.includes(scope))) {
    throw new AgentFailure('shape', 'missingScopes names a scope that the turn has');
  }
  return scopes.stepUp(missing, text);
}

const tooManySteps = () =>
  new AgentFailure('too_many_steps', `gave no answer within ${LIMITS.webhookStepsPerRun} steps`);
