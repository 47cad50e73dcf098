import { LIMITS } from '@surety/kernel';
import { statement } from '@surety/platform';

/**
 * Wakes the waiters of the conversation, only when there is one: NOTIFY serialises commits. A waiter that comes after
 * this look finds the turn ended when it looks itself.
 */
const wakingWaitersOf = (ended: string) => `CASE WHEN EXISTS (
    SELECT FROM turn
    WHERE turn.context_id = ${ended}.context_id AND turn.turn_number > ${ended}.turn_number AND turn.state = 'waiting'
  ) THEN pg_notify('surety_turn', ${ended}.context_id) END`;

const answered = (reply: string) =>
  `state = 'answered', reply_text = ${reply}, answered_at = coalesce(answered_at, clock_timestamp())`;

/** Or this very reply is there already: then a store whose outcome was unknown is safe to ask again. */
const stillOurs = (reply: string) =>
  `(state = 'running' OR state = 'answered' AND turn.reply_text = ${reply})`;

/** Replies, each if its run still holds the turn; the turns that took theirs. This commit is the one that a turn waits for. */
export const STORE = statement(
  'turn_store',
  `WITH reply AS (
     SELECT * FROM unnest($1::text[], $2::integer[], $3::text[]) AS reply (turn_id, run, text)
   ), stored AS (
     UPDATE turn SET ${answered('reply.text')} FROM reply
     WHERE turn.id = reply.turn_id AND turn.run = reply.run AND ${stillOurs('reply.text')}
     RETURNING turn.id, context_id, turn_number
   )
   SELECT id, ${wakingWaitersOf('stored')} FROM stored`,
);

/** The same, ending the conversation. The context's row is locked first, as a claim does, so that the two never deadlock. */
export const STORE_AND_CLOSE = statement(
  'turn_store_and_close',
  `WITH held AS MATERIALIZED (
     SELECT id FROM context WHERE id = $4 FOR UPDATE
   ), stored AS (
     UPDATE turn SET ${answered('$3')} FROM held
     WHERE turn.id = $1 AND run = $2 AND ${stillOurs('$3')} AND context_id = held.id
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

/** A delivery, committed before its first byte; an effect counts from here on. No row: the lease is lost. */
export const RECORD_CALL = statement(
  'turn_record_call',
  `WITH held AS (
     UPDATE turn SET effect_at = CASE WHEN $5 THEN coalesce(effect_at, clock_timestamp()) ELSE effect_at END
     WHERE id = $1 AND run = $2 AND state = 'running' AND lease_until > clock_timestamp()
     RETURNING id
   )
   INSERT INTO turn_call (turn_id, run, step, call_id, attempt, state, effect, sent_at)
   SELECT id, $2, $3, '', $4, 'sent', $5, clock_timestamp() FROM held`,
);

/** Takes back a delivery whose connection was never established; the effect goes with the last one that claimed it. */
export const STRIKE_CALL = statement(
  'turn_strike_call',
  `WITH struck AS (
     DELETE FROM turn_call
     WHERE turn_id = $1 AND run = $2 AND step = $3 AND call_id = '' AND attempt = $4 AND state = 'sent'
     RETURNING turn_id
   )
   UPDATE turn SET effect_at = NULL FROM struck
   WHERE turn.id = struck.turn_id AND turn.run = $2 AND turn.state = 'running'
     AND NOT EXISTS (
       SELECT FROM turn_call AS other
       WHERE other.turn_id = $1 AND other.run = $2 AND other.effect
         AND NOT (other.step = $3 AND other.call_id = '' AND other.attempt = $4)
     )`,
);

/** How a delivery ended. It decides nothing, so it waits for no disk; a kept reply counts the step as done with. */
export const SETTLE_CALL = statement(
  'turn_settle_call',
  `WITH settled AS (
     UPDATE turn_call SET state = $5, result = $6::jsonb
     WHERE turn_id = $1 AND run = $2 AND step = $3 AND call_id = '' AND attempt = $4 AND state = 'sent'
     RETURNING turn_id
   ), kept AS (
     UPDATE turn SET steps = greatest(steps, $3) FROM settled
     WHERE turn.id = settled.turn_id AND turn.run = $2 AND $5 = 'done' AND $6::jsonb IS NOT NULL
   )
   SELECT set_config('synchronous_commit', 'off', true) FROM settled`,
);

/**
 * The newest answered turns below a number, newest first; of their texts as many whole messages as fit. The lengths come
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
       WHERE context_id = $1 AND turn_number < $2 AND state = 'answered'
       ORDER BY turn_number DESC LIMIT ${LIMITS.historyTurns}
     ) AS newest
   ) AS measured
   WHERE newer + octet_length(reply_text) <= ${LIMITS.historyBytes}
   ORDER BY turn_number DESC`,
);
