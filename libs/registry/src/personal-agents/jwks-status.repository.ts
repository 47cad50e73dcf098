import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';

/** How a fetch of a key set ended. */
export interface JwksOutcome {
  /** When the set was fetched, in milliseconds since the epoch; absent when this fetch failed. */
  readonly fetchedAtMs?: number | null | undefined;
  readonly kids: readonly string[];
  /** Why it failed, or what is wrong with the set. */
  readonly error?: string | null | undefined;
}

/** What operators see of a personal agent's key set. */
export interface JwksStatusRow {
  /** The last good fetch. */
  readonly fetchedAt: Date | null;
  readonly kids: readonly string[];
  readonly error: string | null;
}

// A failed fetch keeps the time and the kids of the last good one; a personal agent that is gone has no status.
const RECORD = statement(
  'jwks_status_record',
  `INSERT INTO jwks_status (personal_agent_id, fetched_at, kids, error)
   SELECT id, $2::timestamptz, $3::text[], $4 FROM personal_agent WHERE id = $1
   ON CONFLICT (personal_agent_id) DO UPDATE SET
     fetched_at = coalesce(excluded.fetched_at, jwks_status.fetched_at),
     kids = CASE WHEN excluded.fetched_at IS NULL THEN jwks_status.kids ELSE excluded.kids END,
     error = excluded.error`,
);

const FIND = statement(
  'jwks_status_find',
  'SELECT fetched_at AS "fetchedAt", kids, error FROM jwks_status WHERE personal_agent_id = $1',
);

/** How the key sets of personal agents fare, for operators; nothing decides by it. */
@Injectable()
export class JwksStatus {
  constructor(private readonly sql: Sql) {}

  /** Keeps the outcome of one fetch; nothing happens for an unknown personal agent. */
  async record(personalAgentId: string, { fetchedAtMs, kids, error }: JwksOutcome): Promise<void> {
    const fetchedAt = fetchedAtMs == null ? null : new Date(fetchedAtMs);
    await this.sql.rows(RECORD, [personalAgentId, fetchedAt, [...kids], error ?? null]);
  }

  /** The last outcome; undefined when the set was never fetched. */
  async of(personalAgentId: string): Promise<JwksStatusRow | undefined> {
    return (await this.sql.rows<JwksStatusRow>(FIND, [personalAgentId]))[0];
  }
}
