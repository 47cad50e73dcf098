import type { CallLedger, EarlierToolCall } from './call-ledger';

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

/** What a delegated turn may do in the User's name. */
export interface AgentDelegation {
  /** The delegation token as the personal agent presented it; it leaves only to tools with scopes. */
  readonly token: string;
  readonly grantId: string;
  /** The User's id at the Brand. */
  readonly brandUserId: string;
  /** The effective scope of this request: token ∩ grant ∩ card, in card order (P29). */
  readonly scopes: readonly string[];
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
  /** Absent on an identity turn (P14). */
  readonly delegation?: AgentDelegation;
  /**
   * Present exactly when the run before this one ended with a step-up: the tool calls that such runs of this message sent, in
   * the order of sending, those under other scopes included.
   */
  readonly resumedFrom?: readonly EarlierToolCall[];
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

/** A turn that needs scopes which the User has not granted (P28); nothing of its last step was sent. */
export interface StepUp {
  readonly kind: 'step-up';
  /** At least one id of the card that is not in the effective scope, in card order. */
  readonly missingScopes: readonly string[];
  /** What the agent says to it; undefined for the default text in the deployment's language. */
  readonly text: string | undefined;
}

/** The agent behind a Brand: script, webhook, a model, later the mesh. */
export interface BrandAgent {
  /**
   * Answers one turn. Rejects with {@link AgentFailure} for every bad answer, also when `signal` aborts or
   * `turn.deadlineMs` passes; what `calls` or `turn.history` reject with is passed on as it is.
   */
  answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer | StepUp>;
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
  | 'too_many_steps'
  | 'too_many_calls'
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
