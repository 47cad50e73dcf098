import { invariant } from '@surety/kernel';
import type { SqlExecutor } from '@surety/platform';
import type { TurnFailure } from '../entities';
import { FIND_KEY, START } from './claim.statements';
import { type FirstRow, type StartRow, firstFacts, nextFacts, startFacts } from './claim-facts';
import { type Claim, TurnBatches, firstClaims } from './turn-batches';
import { STEP_UP, STORE_DELEGATED_AND_CLOSE, TOOL_CALLS } from './delegated-turn.statements';
import { CLAIM_FIRST_WITH_KEY, CLAIM_FIRST_WITH_KEY_DELEGATED } from './first-claim.statements';
import { freshContextId, freshTurnId, turnOfReplyId } from './turn-ids';
import type {
  CallToRecord,
  ClaimFacts,
  ClaimedTurn,
  DelegatedReply,
  Delivery,
  FirstMessage,
  HistoryMessage,
  IdempotencyKey,
  NextMessage,
  RecordedToolCall,
  StartFacts,
  TurnDelegation,
  TurnHandle,
  TurnReceipt,
  TurnStepUp,
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
    const refused = !row.personal_agent_enabled || !row.brand_open || !row.grant_live;
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
  async start(turn: ClaimedTurn, delegation?: TurnDelegation): Promise<StartFacts> {
    const { contextId, turnId, run, turnNumber } = turn;
    const { brandUser, grantId } = delegation ?? { brandUser: null, grantId: null };
    const values = [contextId, turnId, run, brandUser, turnNumber, grantId];
    const [row] = await this.sql.rows<StartRow>(START, values);
    invariant(row !== undefined, 'the conversation of a waiter is there');
    return startFacts(row);
  }

  /** Stores the reply of an identity turn; safe to ask again. Out: whether this run still held the turn; if not, the answer is dropped. */
  async store(turn: TurnHandle, text: string, close: boolean): Promise<boolean> {
    if (!close) return this.batches.store({ ...turn, text });
    const { turnId, run, contextId } = turn;
    return (await this.sql.rows(STORE_AND_CLOSE, [turnId, run, text, contextId])).length === 1;
  }

  /** Stores a delegated reply with its receipt, which pins the conversation (P8); safe to ask again. Out: as `store`. */
  async storeDelegated(turn: TurnHandle, reply: DelegatedReply): Promise<boolean> {
    const { text, close, delegation, receipt } = reply;
    if (!close) return this.batches.storeDelegated({ ...turn, text, delegation, receipt });
    const values = [...endOf(turn, delegation, receipt), text];
    return (await this.sql.rows(STORE_DELEGATED_AND_CLOSE, values)).length === 1;
  }

  /** Ends a run as a step-up (P28): the same messageId runs again; safe to ask again. Out: as `store`. */
  async stepUp(turn: TurnHandle, stepUp: TurnStepUp): Promise<boolean> {
    const { missingScopes, text, delegation, receipt } = stepUp;
    const values = [...endOf(turn, delegation, receipt), missingScopes, text];
    return (await this.sql.rows(STEP_UP, values)).length === 1;
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

  /** Records a call before its first byte. Out: false when the lease is lost, and then nothing may be sent. */
  async recordCall({ turnId, run }: TurnHandle, call: CallToRecord): Promise<boolean> {
    const { step, attempt, effect, callId = '', tool } = call;
    const ofTool = [tool?.name ?? null, tool?.argsHash ?? null, tool?.scopes ?? null];
    const values = [turnId, run, step, attempt, effect, callId, ...ofTool];
    return (await this.sql.affected(RECORD_CALL, values)) === 1;
  }

  /** Takes back a call of which no byte was sent. */
  async strikeCall({ turnId, run }: TurnHandle, { step, attempt, callId = '' }: Delivery): Promise<void> {
    await this.sql.affected(STRIKE_CALL, [turnId, run, step, attempt, callId]);
  }

  /** Notes how a call ended; `result` keeps its answer for later runs. */
  async settleCall(
    { turnId, run }: TurnHandle,
    { step, attempt, callId = '' }: Delivery,
    state: 'done' | 'failed' | 'unknown',
    result?: unknown,
  ): Promise<void> {
    const kept = result === undefined ? null : JSON.stringify(result);
    await this.sql.rows(SETTLE_CALL, [turnId, run, step, attempt, state, kept, callId]);
  }

  /**
   * The tool calls of all runs of a message that were sent, in order: a call of several attempts once, at the place of its first,
   * with what is kept of its last.
   */
  async toolCalls(turnId: string): Promise<RecordedToolCall[]> {
    const calls = new Map<string, RecordedToolCall>();
    for (const call of await this.sql.rows<RecordedToolCall>(TOOL_CALLS, [turnId])) {
      calls.set(`${call.run} ${call.step} ${call.callId}`, call);
    }
    return [...calls.values()];
  }

  /** The newest messages before a turn, oldest first: at most 20 turns and 64 KiB of text; `delegated` ones only if asked (P14). */
  async history(contextId: string, beforeTurn: number, delegated: boolean): Promise<HistoryMessage[]> {
    const rows = await this.sql.rows<HistoryRow>(HISTORY, [contextId, beforeTurn, delegated]);
    return rows.reverse().flatMap(({ text, replyText, receivedAt, answeredAt }) => {
      const reply = { role: 'agent' as const, text: replyText, atMs: answeredAt.getTime() };
      if (text === null) return [reply];
      return [{ role: 'user' as const, text, atMs: receivedAt.getTime() }, reply];
    });
  }

  private async claimWithKey(claim: Claim, { key, contentHash }: IdempotencyKey): Promise<FirstRow> {
    const values = [firstClaims([claim]), key, contentHash];
    const statement = claim.delegation ? CLAIM_FIRST_WITH_KEY_DELEGATED : CLAIM_FIRST_WITH_KEY;
    const [row] = await this.sql.rows<FirstRow>(statement, values);
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

/** The parameters that every delegated end of a run begins with. */
function endOf(
  { turnId, run, contextId }: TurnHandle,
  delegation?: TurnDelegation,
  receipt?: TurnReceipt,
): unknown[] {
  const whose = [delegation?.grantId ?? null, delegation?.brandUser ?? null];
  const claims = receipt && JSON.stringify(receipt.claims);
  return [turnId, run, contextId, ...whose, receipt?.id, receipt?.jws, claims, receipt?.replyId].map(
    value => value ?? null,
  );
}

const FAILURE_CHARACTERS = 2_000;

/** A failure may quote whatever an agent sent: NUL and lone surrogates, which jsonb cannot hold, become U+FFFD. */
function storable({ code, detail, requestId }: TurnFailure): TurnFailure {
  const wellFormed = Buffer.from(detail.slice(0, FAILURE_CHARACTERS), 'utf8').toString('utf8');
  return { code, detail: wellFormed.replaceAll('\0', '\ufffd'), requestId };
}
