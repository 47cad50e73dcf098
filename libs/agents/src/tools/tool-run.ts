import { LIMITS } from '@surety/kernel';
import type { AgentParts } from '../agent-parts';
import type { CallLedger, EarlierToolCall } from '../call-ledger';
import { AgentFailure, type AgentTurn, type StepUp } from '../port';
import { ScopeView } from './scope-view';
import { type AskedCall, type ReadyCall, enabledTools, readyCall } from './tool-call';
import type { BrandTools, RegisteredTool } from './tool-config';
import { ToolDelivery } from './tool-delivery';
import type { ToolResult } from './tool-result';
import { type ToolTransport, TrialTransport, type TrialCall } from './tool-transport';

/** A call that got its result. */
export interface AnsweredCall {
  readonly callId: string;
  readonly tool: string;
  readonly result: ToolResult;
  /** Whether the result is one that an earlier run of the message had got (P28). */
  readonly replayed: boolean;
}

/** Opens the tools of a Brand for one run of a turn. */
export type OpenTools = (turn: AgentTurn, calls: CallLedger, signal: AbortSignal) => ToolRun;

/** Calls a Brand's tools for real. */
export function deliveredTools(parts: AgentParts, brand: BrandTools): OpenTools {
  return (turn, calls, signal) => {
    const scopes = new ScopeView(brand.scopes, turn.delegation?.scopes ?? []);
    return new ToolRun(turn, brand, scopes, new ToolDelivery(parts, { turn, calls, signal, scopes }));
  };
}

/** Only reports what would be called. */
export function trialTools(brand: BrandTools, report: (call: TrialCall) => void): OpenTools {
  return turn => {
    const scopes = new ScopeView(brand.scopes, turn.delegation?.scopes ?? []);
    return new ToolRun(turn, brand, scopes, new TrialTransport(report));
  };
}

/** A call as planned: answered without sending anything, or ready to be sent. */
type Planned = AnsweredCall | ReadyCall;

/**
 * The tools of a Brand during one run of a turn (PACT wire 5.4), for whichever agent asks: judges every call of a step before
 * the first one is sent, never repeats what an earlier run of the message did (P28), and counts.
 */
export class ToolRun {
  private readonly tools: ReadonlyMap<string, RegisteredTool>;
  private readonly earlier: readonly EarlierToolCall[];
  /** Ids that this run has asked for, and those under which the message has sent something. */
  private readonly asked = new Set<string>();
  private readonly sent: Set<string>;

  constructor(
    private readonly turn: AgentTurn,
    brand: BrandTools,
    readonly scopes: ScopeView,
    private readonly transport: ToolTransport,
  ) {
    this.tools = enabledTools(brand.tools);
    this.earlier = turn.resumedFrom ?? [];
    this.sent = new Set(this.earlier.map(call => call.callId));
  }

  /** Every tool that the agent may know of. */
  all(): readonly RegisteredTool[] {
    return [...this.tools.values()];
  }

  /** What earlier runs of this message got and this one may see. */
  kept(): readonly AnsweredCall[] {
    return this.earlier.flatMap(call =>
      call.result !== undefined && this.maySee(call)
        ? [{ callId: call.callId, tool: call.name, result: call.result, replayed: true }]
        : [],
    );
  }

  /** An id that no call of the message has had, for agents that give none themselves. */
  nextCallId(ahead = 0): string {
    return `${this.turn.run}-${this.asked.size + ahead + 1}`;
  }

  /** How many calls this run may still ask for. */
  callsLeft(): number {
    return LIMITS.toolCallsPerMessage - Math.max(this.asked.size, this.sent.size);
  }

  /** What keeps the turn from calling these tools; undefined when nothing does. Unknown names need nothing. */
  missingFor(names: readonly string[]): StepUp | undefined {
    const needed = names.flatMap(name => this.tools.get(name)?.scopes ?? []);
    return this.scopes.covers(needed) ? undefined : this.scopes.stepUp(needed);
  }

  /**
   * Answers the calls of one step, in order. When one needs a scope that is missing, none of the step is sent. Rejects with
   * AgentFailure when the agent asks for too many calls or uses an id twice, when the turn's time is up, and with what the ledger threw.
   */
  async step(step: number, asked: readonly AskedCall[]): Promise<readonly AnsweredCall[] | StepUp> {
    this.admit(asked);
    const needed: string[] = [];
    const planned = asked.map(call => this.plan(call, needed));
    if (!this.scopes.covers(needed)) return this.scopes.stepUp(needed);
    for (const call of planned) if ('request' in call) this.sent.add(call.callId);
    if (this.sent.size > LIMITS.toolCallsPerMessage) throw tooMany();
    const answered: AnsweredCall[] = [];
    for (const call of planned) {
      if ('result' in call) {
        answered.push(call);
        continue;
      }
      const outcome = await this.transport.send(call, step);
      if ('missingScopes' in outcome) return this.scopes.stepUp(outcome.missingScopes);
      answered.push({ callId: call.callId, tool: call.tool.name, result: outcome.result, replayed: false });
    }
    return answered;
  }

  private admit(asked: readonly AskedCall[]): void {
    for (const { callId } of asked) {
      if (this.asked.has(callId)) throw new AgentFailure('shape', 'a call id stands twice in the message');
      this.asked.add(callId);
    }
    if (this.asked.size > LIMITS.toolCallsPerMessage) throw tooMany();
  }

  /** Judges one call; the scopes that it needs are added to `needed`. */
  private plan(asked: AskedCall, needed: string[]): Planned {
    const { callId, tool } = asked;
    const ready = readyCall(asked, this.tools);
    if (!ready.ok) return { callId, tool, result: ready.error, replayed: false };
    const { record } = ready.value;
    this.assertSameCall(ready.value);
    needed.push(...record.scopes);
    const same = this.earlier.filter(
      call =>
        call.name === record.name &&
        call.argsHash === record.argsHash &&
        call.sameUser &&
        call.result !== undefined,
    );
    const kept = same.filter(call => this.maySee(call)).at(-1);
    if (kept?.result !== undefined) return { callId, tool, result: kept.result, replayed: true };
    // Made before under scopes that are missing now: it must not be made again, and its result must not be seen.
    needed.push(...same.flatMap(call => call.scopes));
    return ready.value;
  }

  /** An id is a key by which the Brand's API knows repeats, so it stands for one call for good. */
  private assertSameCall({ callId, record }: ReadyCall): void {
    const other = this.earlier.find(
      call => call.callId === callId && (call.name !== record.name || call.argsHash !== record.argsHash),
    );
    if (other !== undefined)
      throw new AgentFailure('shape', 'a call id of an earlier run names another call');
  }

  /** Kept results are seen by the same User only, and only while their scopes are in the effective scope. */
  private maySee(call: EarlierToolCall): boolean {
    return call.sameUser && this.scopes.covers(call.scopes);
  }
}

const tooMany = () =>
  new AgentFailure('too_many_calls', `asked for over ${LIMITS.toolCallsPerMessage} tool calls`);
