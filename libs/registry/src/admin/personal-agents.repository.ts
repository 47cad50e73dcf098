import { type Sql, type SqlExecutor, statement } from '@surety/platform';
import { namingClash } from './already-taken';
import { type AuditEntry, insertAudit } from './audit-log';
import type { PageAsked } from './page-asked';
import { returnedRow } from './returned-row';

/** A registered personal agent (PACT 3.1); `null` takes a rate limit away (P26). */
export interface PersonalAgentRow {
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly jwksUri: string;
  readonly enabled: boolean;
  readonly limits: {
    readonly perSecond: number | null;
    readonly burst: number;
    readonly perUserPerSecond: number | null;
    readonly perUserBurst: number;
  };
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a registration says. */
export type NewPersonalAgent = Omit<PersonalAgentRow, 'version' | 'createdAt' | 'updatedAt'>;

/** What narrows a list; `q` is looked for in name and issuer, in any case. */
export interface PersonalAgentFilters {
  readonly enabled?: boolean | undefined;
  readonly issuer?: string | undefined;
  readonly q?: string | undefined;
}

const COLUMNS = `id, name, issuer, jwks_uri AS "jwksUri", enabled,
  json_build_object('perSecond', per_second, 'burst', burst,
    'perUserPerSecond', per_user_per_second, 'perUserBurst', per_user_burst) AS limits,
  version, created_at AS "createdAt", updated_at AS "updatedAt"`;

const FIND = statement('registry_pa_find', `SELECT ${COLUMNS} FROM personal_agent WHERE id = $1`);
const LOCK = statement('registry_pa_lock', `SELECT ${COLUMNS} FROM personal_agent WHERE id = $1 FOR UPDATE`);
const FIND_BY_ISSUER = statement(
  'registry_pa_find_by_issuer',
  `SELECT ${COLUMNS} FROM personal_agent WHERE issuer = $1`,
);
const LIST = statement(
  'registry_pa_list',
  `SELECT ${COLUMNS} FROM personal_agent
    WHERE ($1::boolean IS NULL OR enabled = $1)
      AND ($2::text IS NULL OR issuer = $2)
      AND ($3::text IS NULL OR strpos(lower(name), lower($3)) > 0 OR strpos(lower(issuer), lower($3)) > 0)
      AND ($4::text IS NULL OR id < $4 COLLATE "C")
    ORDER BY id DESC
    LIMIT $5`,
);
const INSERT = statement(
  'registry_pa_insert',
  `INSERT INTO personal_agent
     (id, name, issuer, jwks_uri, enabled, per_second, burst, per_user_per_second, per_user_burst)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
   RETURNING ${COLUMNS}`,
);
const UPDATE = statement(
  'registry_pa_update',
  `UPDATE personal_agent
      SET name = $2, jwks_uri = $3, enabled = $4, per_second = $5, burst = $6, per_user_per_second = $7,
          per_user_burst = $8, version = version + 1, updated_at = now()
    WHERE id = $1
   RETURNING ${COLUMNS}`,
);

/** Registered personal agents. Every change is one transaction with its audit row, and is announced (P37). */
export class PersonalAgents {
  constructor(private readonly sql: Sql) {}

  /** Registers one. Throws AlreadyTaken when the issuer has one. */
  create(agent: NewPersonalAgent, audit: (made: PersonalAgentRow) => AuditEntry): Promise<PersonalAgentRow> {
    const { id, name, issuer, jwksUri, enabled, limits } = agent;
    return namingClash('personal_agent__issuer', 'issuer', () =>
      this.sql.transaction(async tx => {
        const values = [id, name, issuer, jwksUri, enabled, ...limitValues(limits)];
        const made = await returnedRow(tx.rows<PersonalAgentRow>(INSERT, values));
        await insertAudit(tx, audit(made));
        return made;
      }),
    );
  }

  /** The one with this id. */
  async find(id: string): Promise<PersonalAgentRow | undefined> {
    return (await this.sql.rows<PersonalAgentRow>(FIND, [id]))[0];
  }

  /** The one whose issuer is this, byte for byte, enabled or not. */
  async findByIssuer(issuer: string): Promise<PersonalAgentRow | undefined> {
    return (await this.sql.rows<PersonalAgentRow>(FIND_BY_ISSUER, [issuer]))[0];
  }

  /** Rows newest first. */
  list(filters: PersonalAgentFilters, { limit, before }: PageAsked): Promise<PersonalAgentRow[]> {
    const { enabled, issuer, q } = filters;
    return this.sql.rows(LIST, [enabled ?? null, issuer ?? null, q ?? null, before ?? null, limit]);
  }

  /**
   * Changes one under its lock; id, issuer and times are not taken from the new row. In: `decide` makes the new row of
   * the current one, or throws, which leaves everything as it was. Out: the row as stored, undefined when there is none.
   */
  change(
    id: string,
    decide: (current: PersonalAgentRow) => PersonalAgentRow,
    audit: (before: PersonalAgentRow, after: PersonalAgentRow) => AuditEntry,
  ): Promise<PersonalAgentRow | undefined> {
    return this.sql.transaction(async tx => {
      const [before] = await tx.rows<PersonalAgentRow>(LOCK, [id]);
      if (before === undefined) return undefined;
      const after = await store(tx, decide(before));
      await insertAudit(tx, audit(before, after));
      return after;
    });
  }
}

function store(tx: SqlExecutor, row: PersonalAgentRow): Promise<PersonalAgentRow> {
  const { id, name, jwksUri, enabled, limits } = row;
  return returnedRow(tx.rows<PersonalAgentRow>(UPDATE, [id, name, jwksUri, enabled, ...limitValues(limits)]));
}

function limitValues({ perSecond, burst, perUserPerSecond, perUserBurst }: PersonalAgentRow['limits']) {
  return [perSecond, burst, perUserPerSecond, perUserBurst];
}
