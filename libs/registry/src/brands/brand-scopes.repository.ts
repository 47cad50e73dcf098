import { Sql, type SqlExecutor, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import type { BrandScope } from '../entities';
import type { BrandRow } from './brand-row';
import { LOCK } from './brands.statements';
import { liveGrant } from '../grants/live-grant';

/** What stands on a scope: how many live grants hold it, and which tools need it. */
export interface ScopeUse {
  readonly liveGrants: number;
  readonly tools: readonly string[];
}

const USES = statement(
  'brand_scope_uses',
  `SELECT asked.id,
     (SELECT count(*)::integer FROM delegation_grant AS g
      WHERE g.brand_id = $1 AND ${liveGrant('g.')} AND asked.id = ANY (g.scopes)) AS "liveGrants",
     ARRAY (SELECT name FROM tool WHERE brand_id = $1 AND asked.id = ANY (scopes) ORDER BY name) AS tools
   FROM unnest($2::text[]) AS asked (id)`,
);
const REPLACE = statement(
  'brand_scopes_replace',
  'UPDATE brand SET scopes = $2::jsonb, version = version + 1, updated_at = now() WHERE id = $1 RETURNING version',
);
/** Also of grants that are over: no later scope of the same id may find an old consent (P29). Rows are locked in one order. */
const LEAVE_GRANTS = statement(
  'brand_scopes_leave_grants',
  `WITH held AS MATERIALIZED (
     SELECT id FROM delegation_grant
     WHERE brand_id = $1 AND (scopes && $2::text[] OR unticked && $2::text[]) ORDER BY id FOR UPDATE
   )
   UPDATE delegation_grant AS g SET
     scopes = ARRAY (SELECT s.id FROM unnest(g.scopes) WITH ORDINALITY AS s (id, n) WHERE s.id <> ALL ($2::text[]) ORDER BY n),
     unticked = ARRAY (SELECT u.id FROM unnest(g.unticked) WITH ORDINALITY AS u (id, n) WHERE u.id <> ALL ($2::text[]) ORDER BY n)
   FROM held WHERE g.id = held.id`,
);

/** The scopes of Brands (PACT wire §6): the whole list in card order, replaced in one transaction with what hangs on it. */
@Injectable()
export class BrandScopes {
  constructor(private readonly sql: Sql) {}

  /** What stands on these scopes, by id. */
  uses(brandId: string, ids: readonly string[]): Promise<ReadonlyMap<string, ScopeUse>> {
    return usesOf(this.sql, brandId, ids);
  }

  /**
   * Replaces the list under the row lock of the Brand; scopes that go leave every grant (P29). `check` gets the Brand and what
   * stands on its scopes, and may throw, which rolls back. Out: the Brand as it was; undefined when there is none.
   */
  replace(
    brandId: string,
    scopes: readonly BrandScope[],
    check: (before: BrandRow, uses: ReadonlyMap<string, ScopeUse>) => void,
    audit: (before: BrandRow) => AuditEntry,
  ): Promise<BrandRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<BrandRow>(LOCK, [brandId]);
      if (!before) return undefined;
      const ids = before.scopes.map(({ id }) => id);
      check(before, await usesOf(tx, brandId, ids));
      await tx.rows(REPLACE, [brandId, JSON.stringify(scopes)]);
      const kept = new Set(scopes.map(({ id }) => id));
      const gone = ids.filter(id => !kept.has(id));
      if (gone.length > 0) await tx.affected(LEAVE_GRANTS, [brandId, gone]);
      await recordAudit(tx, audit(before));
      return before;
    });
  }
}

async function usesOf(
  executor: SqlExecutor,
  brandId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScopeUse>> {
  const rows = await executor.rows<ScopeUse & { id: string }>(USES, [brandId, ids]);
  return new Map(rows.map(({ id, ...use }) => [id, use]));
}
