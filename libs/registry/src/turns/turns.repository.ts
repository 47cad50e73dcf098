import { invariant } from '@surety/kernel';
import type { SqlExecutor } from '@surety/platform';
import type { TurnFailure } from '../entities';
import { CLAIM_FIRST_WITH_KEY, FIND_KEY, START } from './claim.statements';
import { type FirstRow, type StartRow, firstFacts, nextFacts, startFacts } from './claim-facts';
import { type Claim, TurnBatches, firstClaimValues } from './turn-batches';
import { freshContextId, freshTurnId, turnOfReplyId } from './turn-ids';
import type {
  ClaimFacts,
  ClaimedTurn,
  Delivery,
  FirstMessage,
  HistoryMessage,
  IdempotencyKey,
  NextMessage,
  StartFacts,
  TurnHandle,
} from './turn-rows';
import { FAIL, HISTORY, RECORD_CALL, SETTLE_CALL, STORE_AND_CLOSE, STRIKE_CALL } from './turn.statements';

interface HistoryRow {
  /** Null when only the reply still fits. */
  readonly text: string | null;
  readonly replyText: string;
  readonly receivedAt: Date;
  readonly answeredAt: Date;
}

/** The statements of a turn (PACT 4.2, 4.3; PACT wire §2): each is atomic by itself, and its rows decide. */
export class Turns {
  private readonly batches: TurnBatches;

  constructor(private readonly sql: SqlExecutor) {
    this.batches = new TurnBatches(sql);
  }

  /** Opens a conversation with its first turn; nothing is written when the personal agent or the Brand refuses. */
  async claimFirst(message: FirstMessage): Promise<ClaimFacts> {
    const { idempotencyKey: key, messageId } = message;
    const handle = { contextId: freshContextId(), turnId: freshTurnId(), run: 1 };
    const claim = { ...message, ...handle };
    const row =
      key === undefined ? await this.batches.openConversation(claim) : await this.claimWithKey(claim, key);
    const refused = !row.personal_agent_enabled || !row.brand_open;
    if (row.claimed || refused || key === undefined) return firstFacts(row, handle, messageId);
    return this.repeatOfKey(message, key, row);
  }

  /**
   * Claims a turn in a conversation, or says why not. Nothing is written for a repeat. Two runs of one messageId, or two
   * turns of one conversation, never run at once.
   */
  async claimNext(message: NextMessage): Promise<ClaimFacts> {
    const { contextId, messageId } = message;
    const ids = { turnId: freshTurnId(), replyTurnId: turnOfReplyId(messageId) };
    const row = await this.batches.continueConversation({ ...message, ...ids });
    return nextFacts(row, contextId, messageId);
  }

  /** Starts a waiter whose lower turns have ended; its lease is renewed then, once. */
  async start(turn: ClaimedTurn, brandUser: string | null): Promise<StartFacts> {
    const values = [turn.contextId, turn.turnId, turn.run, brandUser, turn.turnNumber];
    const [row] = await this.sql.rows<StartRow>(START, values);
    invariant(row !== undefined, 'the conversation of a waiter is there');
    return startFacts(row);
  }

  /** Stores the reply; safe to ask again. Out: whether this run still held the turn; if not, the answer is dropped. */
  async store(turn: TurnHandle, text: string, close: boolean): Promise<boolean> {
    if (!close) return this.batches.store({ ...turn, text });
    const { turnId, run, contextId } = turn;
    return (await this.sql.rows(STORE_AND_CLOSE, [turnId, run, text, contextId])).length === 1;
  }

  /** Ends a run without an answer. Out: what became of the message; `lost` when this run no longer held it. */
  async fail({ turnId, run }: TurnHandle, failure: TurnFailure): Promise<'released' | 'spent' | 'lost'> {
    const [row] = await this.sql.rows<{ state: 'released' | 'spent' }>(FAIL, [
      turnId,
      run,
      JSON.stringify(storable(failure)),
    ]);
    return row?.state ?? 'lost';
  }

  /** Records a delivery before its first byte. Out: false when the lease is lost, and then nothing may be sent. */
  async recordCall(
    { turnId, run }: TurnHandle,
    { step, attempt, effect }: Delivery & { readonly effect: boolean },
  ): Promise<boolean> {
    return (await this.sql.affected(RECORD_CALL, [turnId, run, step, attempt, effect])) === 1;
  }

  /** Takes back a delivery of which no byte was sent. */
  async strikeCall({ turnId, run }: TurnHandle, { step, attempt }: Delivery): Promise<void> {
    await this.sql.affected(STRIKE_CALL, [turnId, run, step, attempt]);
  }

  /** Notes how a delivery ended; `result` keeps its reply for later runs. */
  async settleCall(
    { turnId, run }: TurnHandle,
    { step, attempt }: Delivery,
    state: 'done' | 'failed' | 'unknown',
    result?: unknown,
  ): Promise<void> {
    const kept = result === undefined ? null : JSON.stringify(result);
    await this.sql.rows(SETTLE_CALL, [turnId, run, step, attempt, state, kept]);
  }

  /** The newest messages before a turn, oldest first: at most 20 turns and 64 KiB of text, whole messages. */
  async history(contextId: string, beforeTurn: number): Promise<HistoryMessage[]> {
    const rows = await this.sql.rows<HistoryRow>(HISTORY, [contextId, beforeTurn]);
    return rows.reverse().flatMap(({ text, replyText, receivedAt, answeredAt }) => {
      const reply = { role: 'agent' as const, text: replyText, atMs: answeredAt.getTime() };
      if (text === null) return [reply];
      return [{ role: 'user' as const, text, atMs: receivedAt.getTime() }, reply];
    });
  }

  private async claimWithKey(claim: Claim, { key, contentHash }: IdempotencyKey): Promise<FirstRow> {
    const values = [...firstClaimValues(claim), key, contentHash];
    const [row] = await this.sql.rows<FirstRow>(CLAIM_FIRST_WITH_KEY, values);
    invariant(row !== undefined, 'a claim always answers');
    return row;
  }

  /** A key that stands for the same content acts as its message in its conversation (P11). */
  private async repeatOfKey(
    message: FirstMessage,
    { key, contentHash }: { readonly key: string; readonly contentHash: string },
    row: FirstRow,
  ): Promise<ClaimFacts> {
    const owner = [message.personalAgentId, message.sub, message.brandId, key];
    type Held = { contentHash: string; contextId: string; messageId: string };
    const [held] = await this.sql.rows<Held>(FIND_KEY, owner);
    // The key ran out, and was swept, between the two looks.
    if (held === undefined) return this.claimFirst(message);
    if (held.contentHash !== contentHash) return { ...firstFacts(row), keyTaken: true };
    return this.claimNext({ ...message, contextId: held.contextId, messageId: held.messageId });
  }
}

const FAILURE_CHARACTERS = 2_000;

/** A failure may quote whatever an agent sent: NUL and lone surrogates, which jsonb cannot hold, become U+FFFD. */
function storable({ code, detail, requestId }: TurnFailure): TurnFailure {
  const wellFormed = Buffer.from(detail.slice(0, FAILURE_CHARACTERS), 'utf8').toString('utf8');
  return { code, detail: wellFormed.replaceAll('\0', '\ufffd'), requestId };
}
