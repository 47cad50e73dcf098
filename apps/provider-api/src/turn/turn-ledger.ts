import { AgentFailure, type AgentCall, type CallLedger, type CallOutcome } from '@surety/agents';
import type { TurnHandle, Turns } from '@surety/registry';
import { turnFailPoint } from './turn-fail-points';

/** The lease of a run is gone: another run may have the message, so nothing more may leave in its name. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/**
 * The durable record of what one run sends to the outside (P10): committed before the first byte, closed when the run ends, so
 * that an agent that was given up on sends nothing more.
 */
export class TurnLedger implements CallLedger {
  private open = true;

  constructor(
    private readonly turns: Turns,
    private readonly turn: TurnHandle,
  ) {}

  /** Throws LeaseLost when the run no longer holds its message, AgentFailure `aborted` after the end of the run. */
  async begin(call: AgentCall & { readonly effect: boolean }): Promise<void> {
    this.assertOpen();
    await turnFailPoint('turn.recording');
    if (!(await this.turns.recordCall(this.turn, call)))
      throw new LeaseLost(`${this.turn.turnId} run ${this.turn.run}`);
    await turnFailPoint('turn.recorded');
    if (this.open) return;
    await this.neverSent(call);
    this.assertOpen();
  }

  async neverSent(call: AgentCall): Promise<void> {
    await turnFailPoint('turn.striking');
    await this.turns.strikeCall(this.turn, call);
  }

  async settle(call: AgentCall & { readonly state: CallOutcome; readonly result?: unknown }): Promise<void> {
    await turnFailPoint('turn.settling');
    await this.turns.settleCall(this.turn, call, call.state, call.result);
    await turnFailPoint('turn.settled');
  }

  /** From here on nothing may begin. */
  close(): void {
    this.open = false;
  }

  private assertOpen(): void {
    if (!this.open) throw new AgentFailure('aborted', 'the run has ended');
  }
}
