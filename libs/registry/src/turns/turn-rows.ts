import type { TurnState } from '../entities';

/** Who speaks to whom: the owner of a conversation (PACT 4.2). */
export interface TurnOwner {
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  /** The Brand user proven by a delegation token; null on an identity turn. */
  readonly brandUser: string | null;
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
}

/** What decides a message besides its owner: the conversation it names. */
export interface MetContext {
  readonly id: string;
  /** Whether it is pinned to another Brand user than the message's (P8). */
  readonly otherUser: boolean;
  /** Closed by agent or operator, or past its idle time. */
  readonly closed: boolean;
}

/** Everything that decides a message, as one claim found it. */
export interface ClaimFacts {
  readonly personalAgentEnabled: boolean;
  readonly brandOpen: boolean;
  /** The Brand's bound for its agent, in seconds; 0 without a Brand. */
  readonly agentDeadlineSeconds: number;
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
  readonly otherUser: boolean;
  readonly closed: boolean;
}

/** A delivery of one step to the Brand's agent. */
export interface Delivery {
  readonly step: number;
  readonly attempt: number;
}

/** One message of the conversation so far. */
export interface HistoryMessage {
  readonly role: 'user' | 'agent';
  readonly text: string;
  /** Milliseconds since the epoch. */
  readonly atMs: number;
}
