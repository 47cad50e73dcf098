import type { StoredTool } from '@surety/agents';
import { Sql, type SqlExecutor, type Statement, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import type { BrandRow } from '../brands/brand-row';
import { LOCK as LOCK_BRAND } from '../brands/brands.statements';
import { refusingTaken } from '../database/already-taken';
import type { ListPage } from '../database/list-page';

/** A tool as operators see it, secrets sealed. */
export interface ToolRow extends StoredTool {
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A tool in a list; its position orders newest first, by name those of one moment. */
export interface ListedTool extends ToolRow {
  readonly position: string;
}

/** Makes a tool of what is there; `before` is undefined for a new one. What it throws rolls back. */
export type DecideTool<Before> = (brand: BrandRow, before: Before) => StoredTool;

const ROW = `name, description, parameters, scopes, effect, enabled, http, version,
  created_at AS "createdAt", updated_at AS "updatedAt"`;
const VALUES = '$3, $4::jsonb, $5::text[], $6, $7, $8::jsonb';

const POSITION = `(to_char(created_at AT TIME ZONE 'UTC', 'YYYYMMDDHH24MISSUS') || ' ' || name) COLLATE "C"`;

const LIST = statement(
  'tool_list',
  `SELECT ${ROW}, ${POSITION} AS position FROM tool
   WHERE brand_id = $1 AND ($2::text IS NULL OR ${POSITION} < $2) ORDER BY ${POSITION} DESC LIMIT $3`,
);
const FIND = statement('tool_find', `SELECT ${ROW} FROM tool WHERE brand_id = $1 AND name = $2`);
const CREATE = statement(
  'tool_create',
  `INSERT INTO tool (brand_id, name, description, parameters, scopes, effect, enabled, http)
   VALUES ($1, $2, ${VALUES}) RETURNING ${ROW}`,
);
const CHANGE = statement(
  'tool_change',
  `UPDATE tool SET (description, parameters, scopes, effect, enabled, http) = (${VALUES}),
     version = version + 1, updated_at = now()
   WHERE brand_id = $1 AND name = $2 RETURNING ${ROW}`,
);
const REMOVE = statement('tool_remove', 'DELETE FROM tool WHERE brand_id = $1 AND name = $2');

/**
 * The tools of Brands as operators manage them (PACT wire §6): every change is one transaction with its audit row, under the
 * row lock of the Brand, so that no tool names a scope that is taken off the card at the same moment.
 */
@Injectable()
export class ToolRegister {
  constructor(private readonly sql: Sql) {}

  /** One page, newest first; `before` is a position. */
  list(brandId: string, page: ListPage): Promise<ListedTool[]> {
    return this.sql.rows<ListedTool>(LIST, [brandId, page.before ?? null, page.limit]);
  }

  find(brandId: string, name: string): Promise<ToolRow | undefined> {
    return found(this.sql, brandId, name);
  }

  /** Registers one. Out: undefined when there is no such Brand. Throws AlreadyTaken for a name that the Brand has. */
  create(
    brandId: string,
    decide: DecideTool<undefined>,
    audit: (made: ToolRow) => AuditEntry,
  ): Promise<ToolRow | undefined> {
    const created = this.sql.transaction(async tx => {
      const brand = await locked(tx, brandId);
      if (!brand) return undefined;
      const made = await written(tx, CREATE, brandId, decide(brand, undefined));
      await recordAudit(tx, audit(made));
      return made;
    });
    return refusingTaken('tool__pkey', 'name', created);
  }

  /** Changes one; its name stays. Out: undefined when there is no such Brand or tool. */
  change(
    brandId: string,
    name: string,
    decide: DecideTool<ToolRow>,
    audit: (before: ToolRow, after: ToolRow) => AuditEntry,
  ): Promise<ToolRow | undefined> {
    return this.sql.transaction(async tx => {
      const brand = await locked(tx, brandId);
      const before = brand && (await found(tx, brandId, name));
      if (!brand || !before) return undefined;
      const after = await written(tx, CHANGE, brandId, { ...decide(brand, before), name });
      await recordAudit(tx, audit(before, after));
      return after;
    });
  }

  /** Removes one; `check` gets it and may throw, which rolls back. Out: undefined when there was none. */
  remove(
    brandId: string,
    name: string,
    check: (brand: BrandRow, before: ToolRow) => void,
    audit: (before: ToolRow) => AuditEntry,
  ): Promise<ToolRow | undefined> {
    return this.sql.transaction(async tx => {
      const brand = await locked(tx, brandId);
      const before = brand && (await found(tx, brandId, name));
      if (!brand || !before) return undefined;
      check(brand, before);
      await tx.affected(REMOVE, [brandId, name]);
      await recordAudit(tx, audit(before));
      return before;
    });
  }
}

async function locked(tx: SqlExecutor, brandId: string): Promise<BrandRow | undefined> {
  return (await tx.rows<BrandRow>(LOCK_BRAND, [brandId]))[0];
}

async function found(executor: SqlExecutor, brandId: string, name: string): Promise<ToolRow | undefined> {
  return (await executor.rows<ToolRow>(FIND, [brandId, name]))[0];
}

async function written(tx: SqlExecutor, by: Statement, brandId: string, tool: StoredTool): Promise<ToolRow> {
  const { name, description, parameters, scopes, effect, enabled, http } = tool;
  const [row] = await tx.rows<ToolRow>(by, [
    brandId,
    name,
    description,
    JSON.stringify(parameters),
    scopes,
    effect,
    enabled,
    JSON.stringify(http),
  ]);
  return row!;
}
