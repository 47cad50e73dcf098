import { LIMITS } from '@surety/kernel';
import { statement } from '@surety/platform';

/**
 * Wakes the waiters of the conversation, only when there is one: NOTIFY serialises commits. A waiter that comes after
 * this look finds the turn ended when it looks itself.
 */
export const wakingWaitersOf = (ended: string) => `CASE WHEN EXISTS (
    SELECT FROM turn
    WHERE turn.context_id = ${ended}.context_id AND turn.turn_number > ${ended}.turn_number AND turn.state = 'waiting'
  ) THEN pg_notify('surety_turn', ${ended}.context_id) END`;

/** Replies, in the order in which their turns are locked; see the migration. This commit is the one that a turn waits for. */
export const STORE = statement('turn_store', 'SELECT stored_id AS id FROM store_replies($1::json)');

/** One reply that ends its conversation. The context's row is locked first, as a claim does, so that the two never deadlock. */
export const STORE_AND_CLOSE = statement(
  'turn_store_and_close',
  `WITH held AS MATERIALIZED (
     SELECT id FROM context WHERE id = $4 FOR UPDATE
   ), stored AS (
     UPDATE turn SET state = 'answered', reply_text = $3, answered_at = coalesce(answered_at, clock_timestamp()) FROM held
     WHERE turn.id = $1 AND run = $2 AND (state = 'running' OR state = 'answered' AND reply_text = $3)
       AND context_id = held.id
     RETURNING context_id, turn_number
   ), closed AS (
     UPDATE context SET closed_at = clock_timestamp(), closed_by = 'agent' FROM stored
     WHERE id = stored.context_id AND closed_at IS NULL
   )
   SELECT ${wakingWaitersOf('stored')} FROM stored`,
);

/** Ends a run without an answer: before an effect the message may run again, after one it never does (P10). */
export const FAIL = statement(
  'turn_fail',
  `WITH failed AS (
     UPDATE turn SET state = CASE WHEN effect_at IS NULL THEN 'released' ELSE 'spent' END, failure = $3::jsonb
     WHERE id = $1 AND run = $2 AND state IN ('waiting', 'running')
     RETURNING context_id, turn_number, state
   )
   SELECT state, ${wakingWaitersOf('failed')} FROM failed`,
);

/** A delivery or a tool's call, committed before its first byte; an effect counts from here on. No row: the lease is lost. */
export const RECORD_CALL = statement(
  'turn_record_call',
  `WITH held AS (
     UPDATE turn SET effect_at = CASE WHEN $5 THEN coalesce(effect_at, clock_timestamp()) ELSE effect_at END
     WHERE id = $1 AND run = $2 AND state = 'running' AND lease_until > clock_timestamp()
     RETURNING id, brand_user
   )
   INSERT INTO turn_call (turn_id, run, step, call_id, attempt, state, effect, sent_at, tool, args_hash, scopes, brand_user)
   SELECT id, $2, $3, $6, $4, 'sent', $5, clock_timestamp(), $7, $8, $9, brand_user FROM held`,
);

/** Takes back a call whose connection was never established; the effect goes with the last one that claimed it. */
export const STRIKE_CALL = statement(
  'turn_strike_call',
  `WITH struck AS (
     DELETE FROM turn_call
     WHERE turn_id = $1 AND run = $2 AND step = $3 AND call_id = $5 AND attempt = $4 AND state = 'sent'
     RETURNING turn_id
   )
   UPDATE turn SET effect_at = NULL FROM struck
   WHERE turn.id = struck.turn_id AND turn.run = $2 AND turn.state = 'running'
     AND NOT EXISTS (
       SELECT FROM turn_call AS other
       WHERE other.turn_id = $1 AND other.run = $2 AND other.effect
         AND NOT (other.step = $3 AND other.call_id = $5 AND other.attempt = $4)
     )`,
);

/** How a call ended. It decides nothing, so it waits for no disk; a kept reply of the agent counts its step as done with. */
export const SETTLE_CALL = statement(
  'turn_settle_call',
  `WITH settled AS (
     UPDATE turn_call SET state = $5, result = $6::json
     WHERE turn_id = $1 AND run = $2 AND step = $3 AND call_id = $7 AND attempt = $4 AND state = 'sent'
     RETURNING turn_id
   ), kept AS (
     UPDATE turn SET steps = greatest(steps, $3) FROM settled
     WHERE turn.id = settled.turn_id AND turn.run = $2 AND $5 = 'done' AND $6::json IS NOT NULL AND $7 = ''
   )
   SELECT set_config('synchronous_commit', 'off', true) FROM settled`,
);

/**
 * The newest answered turns below a number, newest first, delegated ones only where asked for (P14); of their texts as many whole messages as fit. The lengths come
 * from the rows' headers, so texts that do not fit are not even read.
 */
export const HISTORY = statement(
  'turn_history',
  `SELECT
     CASE WHEN newer + octet_length(reply_text) + octet_length(text) <= ${LIMITS.historyBytes} THEN text END AS text,
     reply_text AS "replyText", received_at AS "receivedAt", answered_at AS "answeredAt"
   FROM (
     SELECT *, coalesce(sum(octet_length(reply_text) + octet_length(text)) OVER (
       ORDER BY turn_number DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING
     ), 0) AS newer
     FROM (
       SELECT turn_number, text, reply_text, received_at, answered_at FROM turn
       WHERE context_id = $1 AND turn_number < $2 AND state = 'answered' AND ($3 OR brand_user IS NULL)
       ORDER BY turn_number DESC LIMIT ${LIMITS.historyTurns}
     ) AS newest
   ) AS measured
   WHERE newer + octet_length(reply_text) <= ${LIMITS.historyBytes}
   ORDER BY turn_number DESC`,
);
