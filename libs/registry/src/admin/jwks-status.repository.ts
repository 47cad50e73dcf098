import { type Sql, statement } from '@surety/platform';

/** How the last looks at a personal agent's key set went. */
export interface JwksStatusRow {
  /** The last good fetch. */
  readonly fetchedAt: Date | null;
  readonly kids: readonly string[];
  /** Why the last fetch failed; null after a good one. */
  readonly error: string | null;
}

const OF = statement(
  'registry_jwks_status_of',
  'SELECT fetched_at AS "fetchedAt", kids, error FROM jwks_status WHERE personal_agent_id = $1',
);
const RECORD = statement(
  'registry_jwks_status_record',
  `INSERT INTO jwks_status (personal_agent_id, fetched_at, kids, error)
   SELECT id, $2, $3, $4 FROM personal_agent WHERE id = $1
   ON CONFLICT (personal_agent_id) DO UPDATE
      SET fetched_at = coalesce(excluded.fetched_at, jwks_status.fetched_at),
          kids = CASE WHEN excluded.fetched_at IS NULL THEN jwks_status.kids ELSE excluded.kids END,
          error = excluded.error`,
);
const REPLACE = statement(
  'registry_jwks_status_replace',
  `INSERT INTO jwks_status (personal_agent_id, fetched_at, kids, error)
   SELECT id, $2, $3, $4 FROM personal_agent WHERE id = $1
   ON CONFLICT (personal_agent_id) DO UPDATE
      SET fetched_at = excluded.fetched_at, kids = excluded.kids, error = excluded.error`,
);

/** What operators see of key sets; nothing decides by it. A personal agent without a row is ignored. */
export class JwksStatus {
  constructor(private readonly sql: Sql) {}

  /** What is known of one. */
  async of(personalAgentId: string): Promise<JwksStatusRow | undefined> {
    return (await this.sql.rows<JwksStatusRow>(OF, [personalAgentId]))[0];
  }

  /** Notes a fetch; a failed one (`fetchedAt` null) keeps what the last good one showed. */
  async record(personalAgentId: string, { fetchedAt, kids, error }: JwksStatusRow): Promise<void> {
    await this.sql.affected(RECORD, [personalAgentId, fetchedAt, kids, error]);
  }

  /** Notes the first fetch at a new address; what the old one showed is forgotten. */
  async replace(personalAgentId: string, { fetchedAt, kids, error }: JwksStatusRow): Promise<void> {
    await this.sql.affected(REPLACE, [personalAgentId, fetchedAt, kids, error]);
  }
}
