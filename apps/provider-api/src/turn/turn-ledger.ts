import {
  type AgentCall,
  AgentFailure,
  type BeginningCall,
  type CallLedger,
  type SettledCall,
} from '@surety/agents';
import type { CallToRecord, TurnHandle, Turns } from '@surety/registry';
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
  private toolCalls = 0;

  constructor(
    private readonly turns: Turns,
    private readonly turn: TurnHandle,
  ) {}

  /** Whether this run has recorded any tool call, sent or struck. */
  get hasToolCalls(): boolean {
    return this.toolCalls > 0;
  }

  /** Throws LeaseLost when the run no longer holds its message, AgentFailure `aborted` after the end of the run. */
  async begin(call: BeginningCall): Promise<void> {
    this.assertOpen();
    await turnFailPoint('turn.recording');
    if (call.tool) this.toolCalls += 1;
    if (!(await this.turns.recordCall(this.turn, toRecord(call))))
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

  async settle(call: SettledCall): Promise<void> {
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

const toRecord = ({ tool, ...call }: BeginningCall): CallToRecord =>
  tool ? { ...call, tool: { ...tool, argsHash: tool.argsHash ?? null } } : call;
