import { randomBytes } from 'node:crypto';
import { ulid } from '@surety/kernel';
import { type Sql, type SqlExecutor, statement } from '@surety/platform';
import type { PageAsked } from './page-asked';

/** One change, as its author describes it; secrets and personal data are already out of `before` and `after`. */
export interface AuditEntry {
  readonly actor: { readonly id: string; readonly role: string };
  /** Object type and verb: `brand.update`. */
  readonly action: string;
  readonly object: { readonly type: string; readonly id: string };
  /** The Brand it belongs to; null for what the whole deployment shares. */
  readonly brandId: string | null;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly requestId: string;
}

/** A stored change. */
export interface AuditRow {
  readonly id: string;
  readonly at: Date;
  readonly actorId: string;
  readonly actorRole: string;
  readonly action: string;
  readonly objectType: string;
  readonly objectId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly reason: string | null;
  readonly requestId: string;
}

/** What narrows a list of the audit; `from` is included, `to` is not (RFC 3339). */
export interface AuditFilters {
  readonly actor?: string | undefined;
  readonly action?: string | undefined;
  readonly objectType?: string | undefined;
  readonly objectId?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Only rows of these Brands; undefined = all rows, those of the deployment included. */
  readonly brandIds?: readonly string[] | undefined;
}

const RANDOM_BYTES = 10;

const INSERT = statement(
  'registry_audit_insert',
  `INSERT INTO audit
     (id, actor_id, actor_role, action, object_type, object_id, brand_id, before, after, reason, request_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

const LIST = statement(
  'registry_audit_list',
  `SELECT id, at, actor_id AS "actorId", actor_role AS "actorRole", action, object_type AS "objectType",
          object_id AS "objectId", before, after, reason, request_id AS "requestId"
     FROM audit
    WHERE ($1::text IS NULL OR actor_id = $1)
      AND ($2::text IS NULL OR action = $2)
      AND ($3::text IS NULL OR object_type = $3)
      AND ($4::text IS NULL OR object_id = $4)
      AND ($5::timestamptz IS NULL OR at >= $5)
      AND ($6::timestamptz IS NULL OR at < $6)
      AND ($7::text[] IS NULL OR brand_id = ANY ($7))
      AND ($8::text IS NULL OR id < $8 COLLATE "C")
    ORDER BY id DESC
    LIMIT $9`,
);

/** Writes one row in the transaction of the change that it tells of. */
export async function insertAudit(tx: SqlExecutor, entry: AuditEntry): Promise<void> {
  const { actor, action, object, brandId, before, after, reason, requestId } = entry;
  const id = ulid(Date.now(), randomBytes(RANDOM_BYTES));
  const values = [
    id,
    actor.id,
    actor.role,
    action,
    object.type,
    object.id,
    brandId,
    before,
    after,
    reason,
    requestId,
  ];
  await tx.affected(INSERT, values);
}

/** The append-only audit: changes write their rows themselves, here it is read. */
export class AuditLog {
  constructor(private readonly sql: Sql) {}

  /** A row of something that changes no table: reading what is hidden, a trial. Committed when this resolves. */
  async record(entry: AuditEntry): Promise<void> {
    await insertAudit(this.sql, entry);
  }

  /** Rows newest first. */
  list(filters: AuditFilters, { limit, before }: PageAsked): Promise<AuditRow[]> {
    const { actor, action, objectType, objectId, from, to, brandIds } = filters;
    return this.sql.rows<AuditRow>(LIST, [
      actor ?? null,
      action ?? null,
      objectType ?? null,
      objectId ?? null,
      from ?? null,
      to ?? null,
      brandIds ?? null,
      before ?? null,
      limit,
    ]);
  }
}
