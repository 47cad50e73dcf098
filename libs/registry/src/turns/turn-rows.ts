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

/** A message that wants a turn. */
export interface ClaimRequest extends TurnOwner {
  /** The conversation it continues; undefined opens a new one. */
  readonly contextId: string | undefined;
  readonly messageId: string;
  readonly text: string;
  /** Only with a first message. */
  readonly idempotencyKey?: IdempotencyKey;
}

/** What names one run of a turn; every later statement is conditional on it. */
export interface TurnHandle {
  readonly turnId: string;
  readonly run: number;
  readonly contextId: string;
}

/** A turn this process holds the lease of. */
export interface ClaimedTurn extends TurnHandle {
  readonly messageId: string;
  readonly turnNumber: number;
  /** `waiting` while a lower turn number of the context holds a live lease. */
  readonly state: 'running' | 'waiting';
  /** The number of steps whose replies are kept from earlier runs. */
  readonly steps: number;
}

/** What a message met that got no turn. Every time is judged by the database clock. */
export interface MetTurn {
  readonly turnId: string;
  readonly run: number;
  readonly state: TurnState;
  /** Whether the lease lives; means nothing once the turn has ended. */
  readonly live: boolean;
  /** Whether this run recorded an effect. */
  readonly effect: boolean;
  readonly replyText: string | null;
}

/** Everything that decides a message, read in one statement. */
export interface ClaimFacts {
  readonly personalAgentEnabled: boolean;
  readonly brandOpen: boolean;
  /** Agent deadline of the Brand in seconds. */
  readonly agentDeadlineSeconds: number;
  /** The conversation: undefined when there is none of this owner. */
  readonly context: { readonly id: string; readonly pinned: boolean; readonly closed: boolean } | undefined;
  /** Whether the messageId is the id of a reply in this conversation. */
  readonly replyIdTaken: boolean;
  /** The turn that this messageId had before. */
  readonly met: MetTurn | undefined;
  readonly claimed: ClaimedTurn | undefined;
}
