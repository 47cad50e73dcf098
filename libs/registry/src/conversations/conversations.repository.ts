import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import type { ListPage } from '../database/list-page';
import type {
  ConversationCallRow,
  ConversationFilters,
  ConversationRow,
  ConversationTurnRow,
} from './conversation-row';
import { CLOSE, FIND, LIST, LOCK, TURNS } from './conversations.statements';

type StoredCall = Omit<ConversationCallRow, 'sentAt'> & { readonly sentAtMs: number };

/** Conversations as operators read and end them (PACT wire §6); the turns themselves belong to `Turns`. */
@Injectable()
export class Conversations {
  constructor(private readonly sql: Sql) {}

  async find(id: string): Promise<ConversationRow | undefined> {
    return (await this.sql.rows<ConversationRow>(FIND, [id]))[0];
  }

  /** One page, newest first. */
  list(filters: ConversationFilters, { limit, before }: ListPage): Promise<ConversationRow[]> {
    const { brandId, personalAgentId, status, from, to, brandIds } = filters;
    const values = [before, brandId, personalAgentId, status, from, to, brandIds, limit];
    return this.sql.rows<ConversationRow>(
      LIST,
      values.map(value => value ?? null),
    );
  }

  /** The messages of one conversation, newest first, below a turn number when that is given. */
  async turns(
    id: string,
    page: { readonly limit: number; readonly belowTurn?: number | undefined },
  ): Promise<ConversationTurnRow[]> {
    type Row = Omit<ConversationTurnRow, 'calls'> & { readonly calls: readonly StoredCall[] };
    const rows = await this.sql.rows<Row>(TURNS, [id, page.belowTurn ?? null, page.limit]);
    return rows.map(row => ({ ...row, calls: row.calls.map(call) }));
  }

  /**
   * Ends one. `check` gets it as it is and may throw, which rolls back; a turn that runs still stores its reply
   * (PACT wire §2). Out: the ended conversation, also when it had ended before (then nothing changes); undefined when
   * there is none.
   */
  close(
    id: string,
    check: (before: ConversationRow) => void,
    audit: (before: ConversationRow, after: ConversationRow) => AuditEntry,
  ): Promise<ConversationRow | undefined> {
    return this.sql.transaction(async tx => {
      await tx.rows(LOCK, [id]);
      const [before] = await tx.rows<ConversationRow>(FIND, [id]);
      if (!before || before.closedAt !== null) return before;
      check(before);
      await tx.affected(CLOSE, [id]);
      const [after] = await tx.rows<ConversationRow>(FIND, [id]);
      await recordAudit(tx, audit(before, after!));
      return after;
    });
  }
}

function call({ sentAtMs, ...rest }: StoredCall): ConversationCallRow {
  return { ...rest, sentAt: new Date(sentAtMs) };
}
