import type { AgentCall, CallLedger, CallOutcome, TrialCall } from '@surety/agents';
import type { TestStepView } from './agent-test.view';

/** Remembers the calls of one trial in memory: nothing of it is stored. */
export class TrialLedger implements CallLedger {
  readonly steps: TestStepView[] = [];

  /** Notes a call that is about to be sent. */
  begin({ step, attempt }: AgentCall): Promise<void> {
    this.steps.push({ step, attempt, state: 'sent' });
    return Promise.resolve();
  }

  /** Notes a tool call that was judged and, this being a trial, not sent. */
  tried({ step, tool, arguments: given, scopes }: TrialCall): void {
    this.steps.push({
      step,
      attempt: 1,
      state: 'not_sent',
      tool,
      arguments: { ...given },
      scopes: [...scopes],
    });
  }

  /** Notes that no connection was made. */
  neverSent(call: AgentCall): Promise<void> {
    return this.mark(call, 'never_sent');
  }

  /** Notes how a call ended. */
  settle(call: AgentCall & { readonly state: CallOutcome }): Promise<void> {
    return this.mark(call, call.state);
  }

  private mark(call: AgentCall, state: string): Promise<void> {
    const noted = this.steps.find(({ step, attempt }) => step === call.step && attempt === call.attempt);
    if (noted !== undefined) noted.state = state;
    return Promise.resolve();
  }
}
