import { statement } from '@surety/platform';

/** Rows a statement, so that no sweep holds locks for long. */
export const AUDIT_BATCH = 500;
export const SMALL_ROW_BATCH = 1_000;
/** A conversation has many turns, so fewer of them go at once. */
export const CONVERSATION_BATCH = 50;

/**
 * Conversations and their turns. Ids are time-ordered: those below the bound $1 are walked from the oldest, and only the
 * few that lived on are passed over.
 */
export const CONVERSATIONS = statement(
  'retention_conversations',
  `WITH old AS (
     SELECT id FROM context
     WHERE id < $1 AND last_at < clock_timestamp() - make_interval(days => $2)
     ORDER BY id LIMIT ${CONVERSATION_BATCH} FOR UPDATE SKIP LOCKED
   ), turns AS (
     DELETE FROM turn USING old WHERE turn.context_id = old.id
   )
   DELETE FROM context USING old WHERE context.id = old.id`,
);

export const AUDIT = statement(
  'retention_audit',
  `DELETE FROM audit WHERE id IN (
     SELECT id FROM audit
     WHERE id < $1 AND at < clock_timestamp() - make_interval(days => $2)
     ORDER BY id LIMIT ${AUDIT_BATCH}
   )`,
);

export const IDEMPOTENCY_KEYS = statement(
  'retention_idempotency_keys',
  `DELETE FROM idempotency_key WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM idempotency_key
     WHERE created_at < clock_timestamp() - make_interval(hours => $1) LIMIT ${SMALL_ROW_BATCH}
   ))`,
);

/** User and device codes, of every kind: their ids are time-ordered, so the walk stops at the bound $1. */
export const CODES = statement(
  'retention_codes',
  `DELETE FROM device_request WHERE id IN (
     SELECT id FROM device_request
     WHERE id < $1 AND expires_at < clock_timestamp() - make_interval(hours => $2)
     ORDER BY id LIMIT ${SMALL_ROW_BATCH} FOR UPDATE SKIP LOCKED
   )`,
);

/** An assertion is too old to be accepted long before its jti is forgotten (P21). */
export const ASSERTION_JTIS = statement(
  'retention_assertion_jtis',
  `DELETE FROM assertion_jti WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM assertion_jti
     WHERE seen_at < clock_timestamp() - make_interval(mins => $1) LIMIT ${SMALL_ROW_BATCH}
   ))`,
);

export const LIVE_SESSIONS = statement(
  'retention_live_sessions',
  `DELETE FROM live_session WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM live_session WHERE expires_at < clock_timestamp() LIMIT ${SMALL_ROW_BATCH}
   ))`,
);

/** Guesses of slices that count no more, each kind below its own slice (P17). */
export const WRONG_CODES = statement(
  'retention_wrong_codes',
  `DELETE FROM wrong_code WHERE ctid = ANY (ARRAY(
     SELECT ctid FROM wrong_code
     WHERE slice < CASE by WHEN 'source' THEN $1::bigint WHEN 'brandUser' THEN $2::bigint ELSE $3::bigint END
     LIMIT ${SMALL_ROW_BATCH}
   ))`,
);

export const CLOCK = statement('retention_clock', 'SELECT clock_timestamp() AS now');

/** When a grant was over: revoked or at its end, whichever came first; LEAST passes over a null. */
const GRANT_END = 'least(g.revoked_at, g.ends_at)';

export const REFRESH_TOKENS = statement(
  'retention_refresh_tokens',
  `DELETE FROM refresh_token WHERE hash IN (
     SELECT t.hash FROM delegation_grant AS g JOIN refresh_token AS t ON t.grant_id = g.id
     WHERE ${GRANT_END} < clock_timestamp() - make_interval(days => $1) LIMIT ${SMALL_ROW_BATCH}
   )`,
);

/** Dead grants, with what is left of their refresh tokens. */
export const GRANTS = statement(
  'retention_grants',
  `DELETE FROM delegation_grant WHERE id IN (
     SELECT g.id FROM delegation_grant AS g
     WHERE ${GRANT_END} < clock_timestamp() - make_interval(days => $1)
     LIMIT ${SMALL_ROW_BATCH} FOR UPDATE SKIP LOCKED
   )`,
);

export const RECEIPTS = statement(
  'retention_receipts',
  `DELETE FROM receipt WHERE id IN (
     SELECT id FROM receipt
     WHERE id < $1 AND at < clock_timestamp() - make_interval(days => $2)
     ORDER BY id LIMIT ${SMALL_ROW_BATCH}
   )`,
);

/** A full bucket needs no row (P26). */
export const RATE_BUCKETS = statement(
  'retention_rate_buckets',
  `DELETE FROM rate_bucket WHERE key IN (
     SELECT key FROM rate_bucket
     WHERE full_at < clock_timestamp() LIMIT ${SMALL_ROW_BATCH} FOR UPDATE SKIP LOCKED
   )`,
);
