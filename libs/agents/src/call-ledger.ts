import type { ToolResult } from './tools/tool-result';

/** One attempt as it is recorded in `turn_call` (PACT wire §2): of a delivery to a webhook, or of a tool call. */
export interface AgentCall {
  readonly step: number;
  readonly attempt: number;
  /** Which tool call of the message it is, 1 to 64 of `A-Za-z0-9_-`; absent for a delivery. */
  readonly callId?: string;
}

/** What a record and a receipt say of a tool call. */
export interface ToolCallRecord {
  /** The tool's name. */
  readonly name: string;
  /** Hash of the arguments (P20); undefined when there were none. */
  readonly argsHash: string | undefined;
  /** The scopes that the tool needed, in card order; the receipt's scopes used are the union of these. */
  readonly scopes: readonly string[];
}

/** A tool call that was sent in an earlier run of the same message, one that ended with a step-up (P28). */
export interface EarlierToolCall extends ToolCallRecord {
  readonly callId: string;
  /** What it was settled with; undefined when nothing was kept, so that the call may be made again. */
  readonly result: ToolResult | undefined;
  /** Whether it was made for the Brand user for whom this run is, or both runs are identity runs. */
  readonly sameUser: boolean;
}

/** How a call ended: `unknown` when it was sent and no complete answer came back. */
export type CallOutcome = 'done' | 'failed' | 'unknown';

/** An attempt about to be made; `tool` stands there exactly when `callId` does. */
export interface BeginningCall extends AgentCall {
  readonly effect: boolean;
  readonly tool?: ToolCallRecord;
}

/**
 * How an attempt ended. A tool call's `result` is a ToolResult that is kept for a message that comes again; without one the
 * call may be made again. Any result of a webhook's step that is `done` counts the step as done with, its code of a failure does not.
 */
export interface SettledCall extends AgentCall {
  readonly state: CallOutcome;
  readonly result?: unknown;
}

/**
 * The durable record of calls to the outside (P10). `begin` is committed before the first byte leaves; with
 * `effect: true` a crash from then on spends the message, so it is struck again when nothing was sent at all. Several attempts
 * of one tool call have the same `callId` and are one action of a receipt, if any of their rows was not struck.
 */
export interface CallLedger {
  begin(call: BeginningCall): Promise<void>;
  /** The connection of this call was never established: its row no longer counts, neither as an effect nor as sent. */
  neverSent(call: AgentCall): Promise<void>;
  settle(call: SettledCall): Promise<void>;
}
