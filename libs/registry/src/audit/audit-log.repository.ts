import { Sql, type SqlExecutor, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { freshUlid } from '../database/ids';
import type { ListPage } from '../database/list-page';
import type { AuditEntry, AuditFilters, AuditRow } from './audit-entry';
import { redactAudit } from './redact-audit';

const RECORD = statement(
  'audit_record',
  `INSERT INTO audit (id, actor_id, actor_role, action, object_type, object_id, brand_id, before, after, reason, request_id)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9::jsonb, $10, $11)`,
);

const LIST = statement(
  'audit_list',
  `SELECT id, at, actor_id AS "actorId", actor_role AS "actorRole", action, object_type AS "objectType",
     object_id AS "objectId", brand_id AS "brandId", before, after, reason, request_id AS "requestId"
   FROM audit
   WHERE ($1::text IS NULL OR id < $1)
     AND ($2::text IS NULL OR actor_id = $2)
     AND ($3::text IS NULL OR action = $3)
     AND ($4::text IS NULL OR object_type = $4)
     AND ($5::text IS NULL OR object_id = $5)
     AND ($6::timestamptz IS NULL OR at >= $6)
     AND ($7::timestamptz IS NULL OR at < $7)
     AND ($8::text[] IS NULL OR brand_id = ANY ($8))
   ORDER BY id DESC
   LIMIT $9`,
);

/** Writes one row with the executor of the change's own transaction, so that neither is there without the other. */
export async function recordAudit(executor: SqlExecutor, entry: AuditEntry): Promise<void> {
  const { actor, action, object, brandId, before, after, reason, requestId } = entry;
  await executor.rows(RECORD, [
    freshUlid(),
    actor.id,
    actor.role,
    action,
    object.type,
    object.id,
    brandId,
    json(redactAudit(before)),
    json(redactAudit(after)),
    reason,
    requestId,
  ]);
}

/** The audit: rows are written once and never altered (PACT wire §6). */
@Injectable()
export class AuditLog {
  constructor(private readonly sql: Sql) {}

  /** Records what changes no row of ours, such as a look at unredacted text. */
  record(entry: AuditEntry): Promise<void> {
    return recordAudit(this.sql, entry);
  }

  /** One page, newest first. */
  list(filters: AuditFilters, { limit, before }: ListPage): Promise<AuditRow[]> {
    const { actor, action, objectType, objectId, from, to, brandIds } = filters;
    const values = [before, actor, action, objectType, objectId, from, to, brandIds, limit];
    return this.sql.rows<AuditRow>(
      LIST,
      values.map(value => value ?? null),
    );
  }
}

function json(record: object | null): string | null {
  return record && JSON.stringify(record);
}
