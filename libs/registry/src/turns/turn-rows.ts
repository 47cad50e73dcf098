import type { TurnState } from '../entities';

/** What a delegation token proved (PACT 5.5): for whom a turn runs, and under which grant. */
export interface TurnDelegation {
  readonly grantId: string;
  readonly brandUser: string;
}

/** Who speaks to whom: the owner of a conversation (PACT 4.2). */
export interface TurnOwner {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  /** Absent on an identity turn. */
  readonly delegation?: TurnDelegation | undefined;
}

/** A retry key of a first message (P11). */
export interface IdempotencyKey {
  readonly key: string;
  /** SHA-256 of the request body's JCS, base64url. */
  readonly contentHash: string;
}

/** A message that opens a conversation. */
export interface FirstMessage extends TurnOwner {
  readonly messageId: string;
  readonly text: string;
  readonly idempotencyKey?: IdempotencyKey | undefined;
}

/** A message that continues one. */
export interface NextMessage extends TurnOwner {
  readonly contextId: string;
  readonly messageId: string;
  readonly text: string;
}

/** What names one run of a turn; every later statement is conditional on it. */
export interface TurnHandle {
  readonly contextId: string;
  readonly turnId: string;
  /** 1 for the first run of a message. */
  readonly run: number;
}

/** A turn whose lease this process holds. */
export interface ClaimedTurn extends TurnHandle {
  readonly messageId: string;
  readonly turnNumber: number;
  /** `waiting` while a lower turn number of the conversation holds a live lease. */
  readonly state: 'running' | 'waiting';
  /** How many steps of earlier runs have their replies kept. */
  readonly steps: number;
  /** The last run of this message that stepped up (P28); null when none has. */
  readonly steppedUpRun: number | null;
}

/** The turn that a message met because its messageId was there before; judged by the database clock. */
export interface MetTurn {
  readonly turnId: string;
  readonly state: TurnState;
  /** Whether its lease lives; says nothing about a turn that has ended. */
  readonly live: boolean;
  /** Whether its last run recorded an effect. */
  readonly effect: boolean;
  readonly replyText: string | null;
  /** The receipt of its reply, a compact JWS; null for the reply of an identity turn. */
  readonly receipt: string | null;
}

/** What decides a message besides its owner: the conversation it names. */
export interface MetContext {
  readonly id: string;
  /** Whether it is pinned to another Brand user than the message's (P8). */
  readonly otherUser: boolean;
  /** Closed by agent or operator, or past its idle time. */
  readonly closed: boolean;
}

/** The grant of a delegated message as the database has it; `live` and without scopes on an identity turn. */
export interface GrantFacts {
  /** Neither revoked nor at its end. */
  readonly live: boolean;
  readonly scopes: readonly string[];
}

/** Everything that decides a message, as one claim found it. */
export interface ClaimFacts {
  readonly personalAgentEnabled: boolean;
  readonly brandOpen: boolean;
  /** The Brand's bound for its agent, in seconds; 0 without a Brand. */
  readonly agentDeadlineSeconds: number;
  readonly grant: GrantFacts;
  /** Undefined when this owner has none of that id. */
  readonly context: MetContext | undefined;
  /** Whether the messageId is that of a reply in this conversation. */
  readonly replyIdTaken: boolean;
  /** Whether the `Idempotency-Key` stands for other content. */
  readonly keyTaken: boolean;
  readonly met: MetTurn | undefined;
  readonly claimed: ClaimedTurn | undefined;
}

/** What a waiter found when it looked whether it may start. */
export interface StartFacts {
  /** `running`: the turn is ours; `waiting`: a lower one still lives; `lost`: the lease is gone. */
  readonly outcome: 'running' | 'waiting' | 'lost';
  readonly personalAgentEnabled: boolean;
  readonly brandOpen: boolean;
  readonly agentDeadlineSeconds: number;
  readonly grant: GrantFacts;
  readonly otherUser: boolean;
  readonly closed: boolean;
}

/** One attempt of something that leaves the Provider: a delivery of one step to the Brand's agent, or a call of a tool in it. */
export interface Delivery {
  readonly step: number;
  readonly attempt: number;
  /** Which tool call of the step; absent for the delivery to the agent itself. */
  readonly callId?: string | undefined;
}

/** What is recorded of a call before its first byte. */
export interface CallToRecord extends Delivery {
  readonly effect: boolean;
  /** Of a tool call, which has a `callId`. */
  readonly tool?: ToolOfCall | undefined;
}

/** Which tool a call is for. */
export interface ToolOfCall {
  readonly name: string;
  /** base64url of SHA-256 over the arguments (P20); null when there are none. */
  readonly argsHash: string | null;
  /** What the tool needed. */
  readonly scopes: readonly string[];
}

/** A tool call of some run of a message, of which at least one attempt was sent. */
export interface RecordedToolCall extends ToolOfCall {
  readonly run: number;
  readonly step: number;
  readonly callId: string;
  /** For whom it was made; null in an identity run. */
  readonly brandUser: string | null;
  /** What is kept of the answer; null when nothing is. */
  readonly result: unknown;
}

/** A signed receipt that is about to be kept with what it is for (PACT 5.6). */
export interface TurnReceipt {
  /** ULID. */
  readonly id: string;
  readonly jws: string;
  /** The claims in the JWS. */
  readonly claims: object;
  /** The messageId of the reply, or of the step-up's message. */
  readonly replyId: string;
}

/** What a delegated reply is stored with. */
export interface DelegatedReply {
  readonly text: string;
  readonly close: boolean;
  readonly delegation: TurnDelegation;
  readonly receipt: TurnReceipt;
}

/** A turn that needs what it may not do (P28). */
export interface TurnStepUp {
  /** Scope ids in card order. */
  readonly missingScopes: readonly string[];
  readonly text: string;
  /** Absent on an identity turn. */
  readonly delegation?: TurnDelegation | undefined;
  /** Only when calls were sent under the token. */
  readonly receipt?: TurnReceipt | undefined;
}

/** One message of the conversation so far. */
export interface HistoryMessage {
  readonly role: 'user' | 'agent';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}
