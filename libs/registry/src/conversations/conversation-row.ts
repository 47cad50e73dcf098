import type { ContextCloser, TurnCallState, TurnFailure, TurnState } from '../entities';

/** A conversation as operators see it. */
export interface ConversationRow {
  readonly id: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  /** The issuer of the personal agent. */
  readonly issuer: string;
  readonly sub: string;
  readonly pinnedUser: string | null;
  readonly lastTurn: number;
  readonly createdAt: Date;
  readonly lastAt: Date;
  /** Also set for a conversation past its idle time that no sweep has recorded yet. */
  readonly closedAt: Date | null;
  readonly closedBy: ContextCloser | null;
}

/** One call to the outside: a delivery to the webhook, or of a tool. In the order in which they were sent. */
export interface ConversationCallRow {
  readonly step: number;
  readonly attempt: number;
  readonly run: number;
  /** Null for the delivery to the webhook itself. */
  readonly tool: string | null;
  readonly state: TurnCallState;
  readonly effect: boolean;
  readonly sentAt: Date;
}

/** One message and its answer. */
export interface ConversationTurnRow {
  readonly turnNumber: number;
  readonly messageId: string;
  /** The reply's messageId; null without a reply. */
  readonly replyId: string | null;
  /** As it counts now: a run whose lease ran out is released or spent, whether or not a sweep has recorded it. */
  readonly state: TurnState;
  readonly text: string;
  readonly replyText: string | null;
  /** Whether its last run acted for a Brand user (PACT 5.5). */
  readonly delegated: boolean;
  /** The last receipt that was handed out for it: with its reply, or with a step-up. */
  readonly receiptId: string | null;
  readonly failure: TurnFailure | null;
  readonly receivedAt: Date;
  readonly calls: readonly ConversationCallRow[];
}

/** Which conversations; times are half-open and mean the start of the conversation. */
export interface ConversationFilters {
  readonly brandId?: string | undefined;
  readonly personalAgentId?: string | undefined;
  readonly status?: 'open' | 'closed' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only of these Brands; absent for somebody who may see all. */
  readonly brandIds?: readonly string[] | undefined;
}
