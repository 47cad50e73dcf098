import { type Sql, statement } from '@surety/platform';
import type { BrandSkill, StoredAgent } from '../entities';
import { namingClash } from './already-taken';
import { type AuditEntry, insertAudit } from './audit-log';
import type { PageAsked } from './page-asked';
import { returnedRow } from './returned-row';

/** A Brand: its card, its agent with secrets sealed, its limits. */
export interface BrandRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The card's `version`. */
  readonly cardVersion: string;
  /** Host name in lower case. */
  readonly domain: string | null;
  readonly skills: readonly BrandSkill[];
  readonly agent: StoredAgent;
  readonly limits: { readonly agentDeadlineSeconds: number; readonly contextIdleDays: number };
  readonly closedAt: Date | null;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What opening a Brand says. */
export type NewBrand = Omit<BrandRow, 'closedAt' | 'version' | 'createdAt' | 'updatedAt'>;

/** What narrows a list; `q` is looked for in name and domain, in any case. */
export interface BrandFilters {
  readonly state?: 'open' | 'closed' | undefined;
  readonly q?: string | undefined;
  /** Only these Brands; undefined = all. */
  readonly ids?: readonly string[] | undefined;
}

const COLUMNS = `id, name, description, card_version AS "cardVersion", domain, skills, agent,
  json_build_object('agentDeadlineSeconds', agent_deadline_seconds, 'contextIdleDays', context_idle_days) AS limits,
  closed_at AS "closedAt", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = statement('registry_brand_find', `SELECT ${COLUMNS} FROM brand WHERE id = $1`);
const LOCK = statement('registry_brand_lock', `SELECT ${COLUMNS} FROM brand WHERE id = $1 FOR UPDATE`);
const FIND_OPEN = statement(
  'registry_brand_find_open',
  `SELECT ${COLUMNS} FROM brand WHERE id = $1 AND closed_at IS NULL`,
);
const FIND_OPEN_BY_DOMAIN = statement(
  'registry_brand_find_open_by_domain',
  `SELECT ${COLUMNS} FROM brand WHERE domain = $1 AND closed_at IS NULL`,
);
const LIST = statement(
  'registry_brand_list',
  `SELECT ${COLUMNS} FROM brand
    WHERE ($1::text IS NULL OR (closed_at IS NULL) = ($1 = 'open'))
      AND ($2::text IS NULL OR strpos(lower(name), lower($2)) > 0 OR strpos(coalesce(domain, ''), lower($2)) > 0)
      AND ($3::text[] IS NULL OR id = ANY ($3))
      AND ($4::text IS NULL OR id < $4 COLLATE "C")
    ORDER BY id DESC
    LIMIT $5`,
);
const INSERT = statement(
  'registry_brand_insert',
  `INSERT INTO brand
     (id, name, description, card_version, domain, skills, agent, agent_deadline_seconds, context_idle_days)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   RETURNING ${COLUMNS}`,
);
const UPDATE = statement(
  'registry_brand_update',
  `UPDATE brand
      SET name = $2, description = $3, card_version = $4, domain = $5, skills = $6, agent = $7,
          agent_deadline_seconds = $8, context_idle_days = $9, version = version + 1, updated_at = now()
    WHERE id = $1
   RETURNING ${COLUMNS}`,
);
const CLOSE = statement(
  'registry_brand_close',
  `UPDATE brand SET closed_at = now(), version = version + 1, updated_at = now()
    WHERE id = $1 AND closed_at IS NULL
   RETURNING ${COLUMNS}`,
);

/** Brands. Every change is one transaction with its audit row, and is announced (P37). */
export class Brands {
  constructor(private readonly sql: Sql) {}

  /** Opens one. Throws AlreadyTaken when an open Brand has the domain. */
  create(brand: NewBrand, audit: (made: BrandRow) => AuditEntry): Promise<BrandRow> {
    return namingClash('brand__domain', 'domain', () =>
      this.sql.transaction(async tx => {
        const made = await returnedRow(tx.rows<BrandRow>(INSERT, values(brand)));
        await insertAudit(tx, audit(made));
        return made;
      }),
    );
  }

  /** The one with this id, closed or not: for operators. */
  async find(id: string): Promise<BrandRow | undefined> {
    return (await this.sql.rows<BrandRow>(FIND, [id]))[0];
  }

  /** The open one with this id; a closed one is unknown (P36). */
  async findOpen(id: string): Promise<BrandRow | undefined> {
    return (await this.sql.rows<BrandRow>(FIND_OPEN, [id]))[0];
  }

  /** The open one with this domain (P35). In: a host name in lower case without port and trailing dot. */
  async findOpenByDomain(domain: string): Promise<BrandRow | undefined> {
    return (await this.sql.rows<BrandRow>(FIND_OPEN_BY_DOMAIN, [domain]))[0];
  }

  /** Rows newest first. */
  list({ state, q, ids }: BrandFilters, { limit, before }: PageAsked): Promise<BrandRow[]> {
    return this.sql.rows(LIST, [state ?? null, q ?? null, ids ?? null, before ?? null, limit]);
  }

  /**
   * Changes one under its lock; id, closing and times are not taken from the new row. In: `decide` makes the new row of
   * the current one, or throws, which leaves everything as it was. Out: the row as stored, undefined when there is none.
   * Throws AlreadyTaken when another open Brand has the new domain.
   */
  change(
    id: string,
    decide: (current: BrandRow) => BrandRow,
    audit: (before: BrandRow, after: BrandRow) => AuditEntry,
  ): Promise<BrandRow | undefined> {
    return namingClash('brand__domain', 'domain', () =>
      this.sql.transaction(async tx => {
        const [before] = await tx.rows<BrandRow>(LOCK, [id]);
        if (before === undefined) return undefined;
        const after = await returnedRow(tx.rows<BrandRow>(UPDATE, values(decide(before))));
        await insertAudit(tx, audit(before, after));
        return after;
      }),
    );
  }

  /**
   * Closes one for good, which frees its domain; one that is closed stays as it is, without an audit row. In: `guard`
   * may throw, which leaves everything as it was. Out: the row, undefined when there is none.
   */
  close(
    id: string,
    guard: (current: BrandRow) => void,
    audit: (before: BrandRow, after: BrandRow) => AuditEntry,
  ): Promise<BrandRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<BrandRow>(LOCK, [id]);
      if (before === undefined || before.closedAt !== null) return before;
      guard(before);
      const after = await returnedRow(tx.rows<BrandRow>(CLOSE, [id]));
      await insertAudit(tx, audit(before, after));
      return after;
    });
  }
}

/** Lists go in as JSON text, since the driver would take an array for an array of PostgreSQL. */
function values({ id, name, description, cardVersion, domain, skills, agent, limits }: NewBrand): unknown[] {
  const { agentDeadlineSeconds, contextIdleDays } = limits;
  return [
    id,
    name,
    description,
    cardVersion,
    domain,
    JSON.stringify(skills),
    JSON.stringify(agent),
    agentDeadlineSeconds,
    contextIdleDays,
  ];
}
