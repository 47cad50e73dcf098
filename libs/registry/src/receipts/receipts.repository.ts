import type { ReceiptClaims } from '@surety/tokens';
import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { ListPage } from '../database/list-page';

/** A receipt as it was signed and delivered (PACT 5.6). */
export interface ReceiptRow {
  readonly id: string;
  readonly brandId: string;
  readonly grantId: string;
  readonly personalAgentId: string;
  /** The Brand user. */
  readonly user: string;
  readonly contextId: string;
  /** Of the User's message. */
  readonly messageId: string;
  /** Of the answer that carried it. */
  readonly replyId: string;
  readonly jws: string;
  readonly claims: ReceiptClaims;
  readonly at: Date;
}

/** Which receipts; absent members filter nothing, times are half-open. */
export interface ReceiptFilters {
  readonly brandId?: string | undefined;
  readonly grantId?: string | undefined;
  readonly user?: string | undefined;
  readonly personalAgentId?: string | undefined;
  readonly contextId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only of these Brands; absent for somebody who may see all. */
  readonly brandIds?: readonly string[] | undefined;
}

const SELECT = `SELECT id, brand_id AS "brandId", grant_id AS "grantId", personal_agent_id AS "personalAgentId",
    brand_user AS "user", context_id AS "contextId", message_id AS "messageId", reply_id AS "replyId", jws, claims, at
  FROM receipt`;

const FIND = statement('receipt_find', `${SELECT} WHERE id = $1`);

const LIST = statement(
  'receipt_list',
  `${SELECT}
   WHERE ($1::text IS NULL OR id < $1)
     AND ($2::text IS NULL OR brand_id = $2)
     AND ($3::text IS NULL OR grant_id = $3)
     AND ($4::text IS NULL OR brand_user = $4)
     AND ($5::text IS NULL OR personal_agent_id = $5)
     AND ($6::text IS NULL OR context_id = $6)
     AND ($7::timestamptz IS NULL OR at >= $7)
     AND ($8::timestamptz IS NULL OR at < $8)
     AND ($9::text[] IS NULL OR brand_id = ANY ($9))
   ORDER BY id DESC
   LIMIT $10`,
);

const EXPORTED_AT_ONCE = 500;

/** Receipts as operators read them; they are written with the reply that they belong to, and never altered. */
@Injectable()
export class Receipts {
  constructor(private readonly sql: Sql) {}

  async find(id: string): Promise<ReceiptRow | undefined> {
    return (await this.sql.rows<ReceiptRow>(FIND, [id]))[0];
  }

  /** One page, newest first. */
  list(filters: ReceiptFilters, { limit, before }: ListPage): Promise<ReceiptRow[]> {
    const { brandId, grantId, user, personalAgentId, contextId, from, to, brandIds } = filters;
    const values = [before, brandId, grantId, user, personalAgentId, contextId, from, to, brandIds, limit];
    return this.sql.rows<ReceiptRow>(
      LIST,
      values.map(value => value ?? null),
    );
  }

  /** Every one, newest first; a few hundred are in memory at a time, and no connection is held between them. */
  async *all(filters: ReceiptFilters): AsyncGenerator<ReceiptRow, void, undefined> {
    let before: string | undefined;
    for (;;) {
      const rows = await this.list(filters, { limit: EXPORTED_AT_ONCE, before });
      yield* rows;
      if (rows.length < EXPORTED_AT_ONCE) return;
      before = rows.at(-1)?.id;
    }
  }
}
