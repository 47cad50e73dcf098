import type { ReadyCall } from './tool-call';
import { toolFailure } from './tool-answer';
import type { ToolResult } from './tool-result';

/** What a call led to: a result, or the scopes that the tool itself found missing. */
export type SentCall = { readonly result: ToolResult } | { readonly missingScopes: readonly string[] };

/** Carries calls to tools. */
export interface ToolTransport {
  /** In: the step that asked for the call. Rejects with AgentFailure when the turn's time is up, and with what the ledger threw. */
  send(call: ReadyCall, step: number): Promise<SentCall>;
}

/** A call that a trial would have made. */
export interface TrialCall {
  readonly step: number;
  readonly callId: string;
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
}

/** Reports each call and sends none, for a trial of an agent (PACT wire §6, `agent/test`). */
export class TrialTransport implements ToolTransport {
  constructor(private readonly report: (call: TrialCall) => void) {}

  send({ callId, tool, args }: ReadyCall, step: number): Promise<SentCall> {
    this.report({ step, callId, tool: tool.name, arguments: args, scopes: tool.scopes });
    return Promise.resolve({ result: toolFailure('unavailable', 'Not sent: this is a trial.') });
  }
}
