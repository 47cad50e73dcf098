import { type Sql, statement } from '@surety/platform';
import type { ContextCloser, TurnCallState, TurnFailure, TurnState } from '../entities';
import { type AuditEntry, insertAudit } from './audit-log';
import type { PageAsked } from './page-asked';
import { returnedRow } from './returned-row';

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
  readonly closedAt: Date | null;
  readonly closedBy: ContextCloser | null;
}

/** One call to the outside of a turn. */
export interface ConversationCallRow {
  readonly turnId: string;
  readonly step: number;
  readonly attempt: number;
  readonly state: TurnCallState;
  readonly effect: boolean;
  readonly sentAt: Date;
}

/** One message and its answer, texts as they are. */
export interface ConversationTurnRow {
  readonly turnId: string;
  readonly turnNumber: number;
  readonly messageId: string;
  readonly replyId: string | null;
  readonly state: TurnState;
  readonly text: string;
  readonly replyText: string | null;
  readonly failure: TurnFailure | null;
  readonly receivedAt: Date;
  readonly calls: readonly ConversationCallRow[];
}

/** What narrows a list; `from` and `to` (not included) are about the last message (RFC 3339). */
export interface ConversationFilters {
  readonly brandId?: string | undefined;
  readonly personalAgentId?: string | undefined;
  readonly status?: 'open' | 'closed' | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only conversations of these Brands; undefined = all. */
  readonly brandIds?: readonly string[] | undefined;
}

const COLUMNS = `c.id, c.brand_id AS "brandId", c.personal_agent_id AS "personalAgentId",
  coalesce((SELECT issuer FROM personal_agent WHERE id = c.personal_agent_id), '') AS issuer,
  c.sub, c.pinned_user AS "pinnedUser", c.last_turn AS "lastTurn",
  coalesce((SELECT received_at FROM turn WHERE context_id = c.id ORDER BY turn_number LIMIT 1), c.last_at)
    AS "createdAt",
  c.last_at AS "lastAt", c.closed_at AS "closedAt", c.closed_by AS "closedBy"`;

const FIND = statement('registry_conversation_find', `SELECT ${COLUMNS} FROM context c WHERE c.id = $1`);
const LOCK = statement(
  'registry_conversation_lock',
  `SELECT ${COLUMNS} FROM context c WHERE c.id = $1 FOR UPDATE OF c`,
);
const LIST = statement(
  'registry_conversation_list',
  `SELECT ${COLUMNS} FROM context c
    WHERE ($1::text IS NULL OR c.brand_id = $1)
      AND ($2::text IS NULL OR c.personal_agent_id = $2)
      AND ($3::text IS NULL OR (c.closed_at IS NULL) = ($3 = 'open'))
      AND ($4::timestamptz IS NULL OR c.last_at >= $4)
      AND ($5::timestamptz IS NULL OR c.last_at < $5)
      AND ($6::text[] IS NULL OR c.brand_id = ANY ($6))
      AND ($7::text IS NULL OR c.id < $7 COLLATE "C")
    ORDER BY c.id DESC
    LIMIT $8`,
);
const CLOSE = statement(
  'registry_conversation_close',
  `UPDATE context c SET closed_at = clock_timestamp(), closed_by = 'operator'
    WHERE c.id = $1 AND c.closed_at IS NULL
   RETURNING ${COLUMNS}`,
);
const TURNS = statement(
  'registry_conversation_turns',
  `SELECT id AS "turnId", turn_number AS "turnNumber", message_id AS "messageId", state, text,
          CASE WHEN state = 'answered' THEN 'r-' || substr(id, 4) END AS "replyId",
          reply_text AS "replyText", failure, received_at AS "receivedAt"
     FROM turn
    WHERE context_id = $1 AND ($2::integer IS NULL OR turn_number < $2)
    ORDER BY turn_number DESC
    LIMIT $3`,
);
const CALLS = statement(
  'registry_conversation_calls',
  `SELECT turn_id AS "turnId", step, attempt, state, effect, sent_at AS "sentAt"
     FROM turn_call
    WHERE turn_id = ANY ($1)
    ORDER BY turn_id, step, call_id, attempt`,
);

/** Conversations for operators: who spoke to which Brand, what was said, and ending it. */
export class Conversations {
  constructor(private readonly sql: Sql) {}

  /** Rows newest first. */
  list(filters: ConversationFilters, { limit, before }: PageAsked): Promise<ConversationRow[]> {
    const { brandId, personalAgentId, status, from, to, brandIds } = filters;
    return this.sql.rows(LIST, [
      brandId ?? null,
      personalAgentId ?? null,
      status ?? null,
      from ?? null,
      to ?? null,
      brandIds ?? null,
      before ?? null,
      limit,
    ]);
  }

  /** The one with this id. */
  async find(id: string): Promise<ConversationRow | undefined> {
    return (await this.sql.rows<ConversationRow>(FIND, [id]))[0];
  }

  /** Its turns, newest first, with their calls. In: at most how many, and only those below a turn number. */
  async turns(
    id: string,
    { limit, belowTurn }: { limit: number; belowTurn?: number | undefined },
  ): Promise<ConversationTurnRow[]> {
    const turns = await this.sql.rows<Omit<ConversationTurnRow, 'calls'>>(TURNS, [
      id,
      belowTurn ?? null,
      limit,
    ]);
    const calls = await this.sql.rows<ConversationCallRow>(CALLS, [turns.map(turn => turn.turnId)]);
    return turns.map(turn => ({ ...turn, calls: calls.filter(call => call.turnId === turn.turnId) }));
  }

  /**
   * Ends one; an ended one stays as it is, without an audit row. In: `guard` may throw, which leaves everything as it
   * was. Out: the row, undefined when there is none. A turn that runs still stores its reply.
   */
  close(
    id: string,
    guard: (current: ConversationRow) => void,
    audit: (before: ConversationRow, after: ConversationRow) => AuditEntry,
  ): Promise<ConversationRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<ConversationRow>(LOCK, [id]);
      if (before === undefined || before.closedAt !== null) return before;
      guard(before);
      const after = await returnedRow(tx.rows<ConversationRow>(CLOSE, [id]));
      await insertAudit(tx, audit(before, after));
      return after;
    });
  }
}
