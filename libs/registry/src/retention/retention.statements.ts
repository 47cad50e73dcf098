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

/** A full bucket needs no row (P26). */
export const RATE_BUCKETS = statement(
  'retention_rate_buckets',
  `DELETE FROM rate_bucket WHERE key IN (
     SELECT key FROM rate_bucket
     WHERE full_at < clock_timestamp() LIMIT ${SMALL_ROW_BATCH} FOR UPDATE SKIP LOCKED
   )`,
);
