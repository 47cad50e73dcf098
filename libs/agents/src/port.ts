/** One message of the conversation so far, as an agent may see it (P14: without delegated turns). */
export interface HistoryEntry {
  readonly role: 'user' | 'agent';
  readonly text: string;
  /** When it was said: milliseconds since the epoch. */
  readonly atMs: number;
}

/** Who speaks: a pseudonym and the personal agent's issuer; the raw `sub` never reaches an agent (PACT wire 5.1). */
export interface AgentUser {
  /** `u_` and 22 characters, stable per deployment, Brand, personal agent and User. */
  readonly id: string;
  /** The issuer URL of the personal agent. */
  readonly personalAgent: string;
}

/** One turn of a conversation, as every Brand agent gets it. Times are milliseconds since the epoch. */
export interface AgentTurn {
  readonly brandId: string;
  readonly turnId: string;
  /** 1 for the first run of this message; a message that runs again counts up. */
  readonly run: number;
  readonly contextId: string;
  readonly messageId: string;
  readonly turnNumber: number;
  readonly user: AgentUser;
  readonly text: string;
  readonly receivedAtMs: number;
  /** When the answer is too late, by the clock given to the adapter. */
  readonly deadlineMs: number;
  readonly requestId: string;
  /** The step number of the next delivery: 1 in the first run of a message, and it only counts up across runs. */
  readonly nextStep: number;
  /** The conversation so far, oldest first; read only by agents that use it. */
  history(): Promise<readonly HistoryEntry[]>;
}

/** What a Brand agent says: a non-blank text of at most 64 KiB, and whether the conversation ends with it. */
export interface AgentAnswer {
  readonly text: string;
  readonly close: boolean;
}

/** One attempt of one step, as it is recorded in `turn_call` (PACT wire §2). */
export interface AgentCall {
  readonly step: number;
  readonly attempt: number;
}

/** How a call ended: `unknown` when it was sent and no complete answer came back. */
export type CallOutcome = 'done' | 'failed' | 'unknown';

/**
 * The durable record of calls to the outside (P10). `begin` is committed before the first byte leaves; with
 * `effect: true` a crash from then on spends the message, so it is struck again when nothing was sent at all.
 */
export interface CallLedger {
  begin(call: AgentCall & { readonly effect: boolean }): Promise<void>;
  /** The connection of this call was never established: its row no longer counts as an effect. */
  neverSent(call: AgentCall): Promise<void>;
  settle(call: AgentCall & { readonly state: CallOutcome; readonly result?: unknown }): Promise<void>;
}

/** The agent behind a Brand: script, webhook, later a model or the mesh. */
export interface BrandAgent {
  /**
   * Answers one turn. Rejects with {@link AgentFailure} for every bad answer, also when `signal` aborts or
   * `turn.deadlineMs` passes; what `calls` or `turn.history` reject with is passed on as it is.
   */
  answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer>;
}

/** Why an agent gave no answer; told to the operator only, the caller sees INTERNAL with a request id. */
export type AgentFailureCode =
  | 'address_refused'
  | 'connect'
  | 'timeout'
  | 'aborted'
  | 'interrupted'
  | 'redirect'
  | 'status'
  | 'content_type'
  | 'too_large'
  | 'not_json'
  | 'shape'
  | 'blank_text'
  | 'unsupported';

/** A bad answer of a Brand agent; `code` is stable, `detail` is for the operator and never leaves the deployment. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure';

  constructor(
    readonly code: AgentFailureCode,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
  }
}
