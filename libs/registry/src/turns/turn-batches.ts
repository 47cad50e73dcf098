import { invariant } from '@surety/kernel';
import type { SqlExecutor, Statement } from '@surety/platform';
import { BatchQueue } from '../database/batch-queue';
import type { FirstRow, NextRow } from './claim-facts';
import { CLAIM_NEXT } from './claim.statements';
import { STORE_DELEGATED } from './delegated-turn.statements';
import { CLAIM_FIRST, CLAIM_FIRST_DELEGATED } from './first-claim.statements';
import type { TurnDelegation, TurnHandle, TurnOwner, TurnReceipt } from './turn-rows';
import { STORE } from './turn.statements';

/** A message that is about to be claimed, with the ids that it gets if it is. */
export interface Claim extends TurnOwner {
  readonly contextId: string;
  readonly turnId: string;
  readonly messageId: string;
  readonly text: string;
}

/** A message that continues a conversation; `replyTurnId` is the turn whose reply would have this messageId. */
export interface NextClaim extends Claim {
  readonly replyTurnId: string | null;
}

export interface Reply extends TurnHandle {
  readonly text: string;
}

/** A reply under a delegation token, with its receipt. */
export interface ReceiptedReply extends Reply {
  readonly delegation: TurnDelegation;
  readonly receipt: TurnReceipt;
}

const BOUNDS = { size: 64, atOnce: 2 };

/**
 * The claims and replies of one moment go to the database together: under load twenty cost about as much as one. Each is judged
 * by itself. A batch takes its locks in the order of the conversations, so that two of them never wait for each other in a circle.
 */
export class TurnBatches {
  private readonly first: BatchQueue<Claim, FirstRow>;
  private readonly firstDelegated: BatchQueue<Claim, FirstRow>;
  private readonly next: BatchQueue<NextClaim, NextRow>;
  private readonly replies: BatchQueue<Reply, boolean>;
  private readonly delegatedReplies: BatchQueue<ReceiptedReply, boolean>;

  constructor(private readonly sql: SqlExecutor) {
    this.first = new BatchQueue(claims => this.claimFirst(CLAIM_FIRST, claims), BOUNDS);
    this.firstDelegated = new BatchQueue(claims => this.claimFirst(CLAIM_FIRST_DELEGATED, claims), BOUNDS);
    this.next = new BatchQueue(claims => this.claimNext(claims), BOUNDS);
    this.replies = new BatchQueue(replies => this.storeAll(STORE, storedReplies, replies), BOUNDS);
    this.delegatedReplies = new BatchQueue(
      replies => this.storeAll(STORE_DELEGATED, storedWithReceipts, replies),
      BOUNDS,
    );
  }

  /** Opens a conversation. Rejects like `Sql.rows`. */
  openConversation(claim: Claim): Promise<FirstRow> {
    return (claim.delegation ? this.firstDelegated : this.first).add(claim);
  }

  /** Continues one, or says why not. Rejects like `Sql.rows`. */
  continueConversation(claim: NextClaim): Promise<NextRow> {
    return this.next.add(claim);
  }

  /** Stores a reply. Out: whether its run still held the turn. Rejects like `Sql.rows`. */
  store(reply: Reply): Promise<boolean> {
    return this.replies.add(reply);
  }

  /** The same with its receipt, which is kept with it or not at all. */
  storeDelegated(reply: ReceiptedReply): Promise<boolean> {
    return this.delegatedReplies.add(reply);
  }

  private async claimFirst(claim: Statement, claims: readonly Claim[]): Promise<FirstRow[]> {
    const rows = await this.sql.rows<FirstRow>(claim, [firstClaims(claims)]);
    return inOrderOf(claims, new Map(rows.map(row => [row.turn_id, row])));
  }

  private async claimNext(claims: readonly NextClaim[]): Promise<NextRow[]> {
    const rows = await this.sql.rows<NextRow>(CLAIM_NEXT, [nextClaims(byConversation(claims))]);
    return inOrderOf(claims, new Map(rows.map(row => [row.asked_id, row])));
  }

  private async storeAll<R extends Reply>(
    store: Statement,
    asJson: (replies: readonly R[]) => string,
    replies: readonly R[],
  ): Promise<boolean[]> {
    const rows = await this.sql.rows<{ id: string }>(store, [asJson(byConversation(replies))]);
    const stored = new Set(rows.map(({ id }) => id));
    return replies.map(({ turnId }) => stored.has(turnId));
  }
}

const columnsOf = (claim: Claim) => ({
  brand_id: claim.brandId,
  personal_agent_id: claim.personalAgentId,
  sub: claim.sub,
  grant_id: claim.delegation?.grantId,
  brand_user: claim.delegation?.brandUser,
  context_id: claim.contextId,
  message_id: claim.messageId,
  turn_id: claim.turnId,
  text: claim.text,
});

/** First messages as their statement takes them. */
export const firstClaims = (claims: readonly Claim[]): string => JSON.stringify(claims.map(columnsOf));

const nextClaims = (claims: readonly NextClaim[]): string =>
  JSON.stringify(claims.map(claim => ({ ...columnsOf(claim), reply_turn_id: claim.replyTurnId })));

const storedReplies = (replies: readonly Reply[]): string =>
  JSON.stringify(replies.map(({ turnId, run, text }) => ({ turn_id: turnId, run, text })));

const storedWithReceipts = (replies: readonly ReceiptedReply[]): string =>
  JSON.stringify(
    replies.map(({ turnId, run, contextId, text, delegation, receipt }) => ({
      turn_id: turnId,
      run,
      context_id: contextId,
      text,
      grant_id: delegation.grantId,
      brand_user: delegation.brandUser,
      receipt_id: receipt.id,
      jws: receipt.jws,
      claims: receipt.claims,
      reply_id: receipt.replyId,
    })),
  );

function byConversation<T extends { readonly contextId: string }>(items: readonly T[]): T[] {
  return [...items].sort((a, b) => (a.contextId < b.contextId ? -1 : Number(a.contextId > b.contextId)));
}

function inOrderOf<Row>(claims: readonly Claim[], byTurn: ReadonlyMap<string, Row>): Row[] {
  return claims.map(({ turnId }) => {
    const row = byTurn.get(turnId);
    invariant(row !== undefined, 'a claim always answers');
    return row;
  });
}
