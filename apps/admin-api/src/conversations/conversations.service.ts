import { Inject, Injectable } from '@nestjs/common';
import { rfc3339 } from '@surety/kernel';
import { AuditLog, type ConversationRow, Conversations, type ConversationTurnRow } from '@surety/registry';
import { deriveKey, userPseudonym } from '@surety/tokens';
import { auditEntry } from '../audit/audit-entry';
import { type Call, type Principal, seesBrand } from '../auth/principal';
import { ACCESS } from '../auth/route-access';
import { DEPLOYMENT_KEY } from '../deployment-key.token';
import { type Page, Pages } from '../paging/pages.service';
import { notFound, Problem } from '../problem/problem';
import { expectVersion } from '../versions/expected-version';
import type { ListConversationsQuery, ReadConversationQuery } from './conversation.dto';
import type { ConversationItem, ConversationView, MessageView } from './conversation.view';
import { redact } from './redaction';

const MESSAGES_DEFAULT = 200;

/** Conversations as operators may see them: redacted, unless somebody with the right asks otherwise and leaves a trace. */
@Injectable()
export class ConversationsService {
  private readonly pseudonymKey: Buffer;

  constructor(
    private readonly conversations: Conversations,
    private readonly audit: AuditLog,
    private readonly pages: Pages,
    @Inject(DEPLOYMENT_KEY) deploymentKey: Buffer,
  ) {
    this.pseudonymKey = deriveKey(deploymentKey, 'user pseudonym');
  }

  /** One page, newest first; of a brand-operator's own Brands only. */
  list(query: ListConversationsQuery, { brands }: Principal): Promise<Page<ConversationItem>> {
    const { brandId, personalAgentId, status, from, to } = query;
    const filters = { brandId, personalAgentId, status, from, to, brandIds: brands };
    return this.pages.read(
      'conversations',
      query,
      asked => this.conversations.list(filters, asked),
      row => this.item(row),
    );
  }

  /**
   * One conversation with a page of its messages, the newest by default. Throws 404, also for another's Brand, and 403
   * when `reveal` is asked for by a role that may not; a reveal is in the audit before anything is shown.
   */
  async read(id: string, query: ReadConversationQuery, call: Call): Promise<ConversationView> {
    const { reveal = false, limit = MESSAGES_DEFAULT, cursor } = query;
    if (reveal) expectMayReveal(call.caller);
    const row = await this.find(id, call.caller);
    if (reveal) await this.audit.record(entry(call, 'reveal', row, null));
    const text = reveal ? (shown: string) => shown : redact;
    const page = await this.pages.read(
      `conversations/${id}`,
      { limit, ...(cursor === undefined ? {} : { cursor }) },
      async ({ limit: most, before }) => {
        const turns = await this.conversations.turns(id, { limit: most, belowTurn: turnOf(before) });
        return turns.map(turn => ({ ...turn, id: String(turn.turnNumber) }));
      },
      turn => messageView(turn, text),
    );
    return { ...this.item(row), messages: page.items.reverse(), nextCursor: page.nextCursor };
  }

  /** Ends a conversation; a second time changes nothing. Throws 404 and 412. */
  async close(id: string, reason: string | undefined, call: Call): Promise<ConversationItem> {
    const current = await this.find(id, call.caller);
    if (current.closedAt !== null) return this.item(current);
    const row = await this.conversations.close(
      id,
      before => expectVersion(call, versioned(before)),
      (before, after) => entry(call, 'close', before, after, reason),
    );
    if (row === undefined) throw notFound();
    return this.item(row);
  }

  private async find(id: string, caller: Principal): Promise<ConversationRow> {
    const row = await this.conversations.find(id);
    if (row === undefined || !seesBrand(caller, row.brandId)) throw notFound();
    return row;
  }

  private item(row: ConversationRow): ConversationItem {
    const { id, brandId, personalAgentId, pinnedUser, closedBy } = row;
    const closedAt = row.closedAt && rfc3339(row.closedAt.getTime());
    const lastAt = rfc3339(row.lastAt.getTime());
    return {
      id,
      createdAt: rfc3339(row.createdAt.getTime()),
      updatedAt: closedAt ?? lastAt,
      brandId,
      personalAgentId,
      userId: userPseudonym(this.pseudonymKey, brandId, row.issuer, row.sub),
      pinnedUser,
      status: statusOf(row),
      turns: row.lastTurn,
      lastAt,
      closedAt,
      closedBy,
      version: versioned(row).version,
    };
  }
}

function expectMayReveal({ role }: Principal): void {
  if (ACCESS['conversations: read revealed'].includes(role)) return;
  throw new Problem('forbidden', `The role ${role} may not see texts unredacted.`);
}

function turnOf(position: string | undefined): number | undefined {
  return position === undefined ? undefined : Number(position);
}

function statusOf({ closedAt }: ConversationRow): 'open' | 'closed' {
  return closedAt === null ? 'open' : 'closed';
}

/** A conversation changes with each turn and when it ends: that is its version. */
function versioned(row: ConversationRow): { version: number } {
  return { version: row.lastTurn + (row.closedAt === null ? 0 : 1) };
}

function messageView(turn: ConversationTurnRow, show: (text: string) => string): MessageView {
  const { turnNumber, messageId, replyId, state, failure } = turn;
  return {
    turnNumber,
    messageId,
    replyId,
    state,
    text: show(turn.text),
    reply: turn.replyText === null ? null : show(turn.replyText),
    delegated: turn.delegated,
    receiptId: turn.receiptId,
    calls: turn.calls.map(({ run, step, attempt, tool, state: outcome, effect, sentAt }) => {
      return { run, step, attempt, tool, state: outcome, effect, at: rfc3339(sentAt.getTime()) };
    }),
    failure: failure && { ...failure, detail: show(failure.detail) },
    at: rfc3339(turn.receivedAt.getTime()),
  };
}

function entry(
  call: Call,
  verb: string,
  before: ConversationRow,
  after: ConversationRow | null,
  reason?: string,
) {
  return auditEntry(call, {
    action: `conversation.${verb}`,
    object: { type: 'conversation', id: before.id },
    brandId: before.brandId,
    before: after && { status: statusOf(before) },
    after: after && { status: statusOf(after) },
    reason,
  });
}
