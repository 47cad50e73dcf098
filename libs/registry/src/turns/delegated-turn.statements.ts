import { statement } from '@surety/platform';
import { wakingWaitersOf } from './turn.statements';

/**
 * The conversation of a turn that ends, locked before the turn as a claim does; not there for another Brand user than it is
 * pinned to, which it may have become while a run whose lease had ended was still under way.
 */
const HELD = `held AS MATERIALIZED (
    SELECT id, brand_id, personal_agent_id FROM context
    WHERE id = $3 AND ($5::text IS NULL OR coalesce(pinned_user, $5) = $5) FOR UPDATE
  )`;

/** A receipt is kept with what it is for or not at all; asked again, it is there already. */
const keptReceiptOf = (ended: string) => `kept AS (
    INSERT INTO receipt (id, brand_id, grant_id, personal_agent_id, brand_user, context_id, message_id, reply_id, jws, claims, at)
    SELECT $6, held.brand_id, $4, held.personal_agent_id, $5, $3, ${ended}.message_id, $9, $7, $8::jsonb, clock_timestamp()
    FROM held, ${ended} WHERE $7::text IS NOT NULL
    ON CONFLICT DO NOTHING
  )`;

/** Delegated replies with their receipts, in the order in which their conversations are locked; see the migration. */
export const STORE_DELEGATED = statement(
  'turn_store_delegated',
  'SELECT stored_id AS id FROM store_delegated_replies($1::json)',
);

/** The same of one reply that ends its conversation. No row: the lease is lost. */
export const STORE_DELEGATED_AND_CLOSE = statement(
  'turn_store_delegated_and_close',
  `WITH ${HELD}, stored AS (
    UPDATE turn SET
      state = 'answered', reply_text = $10, receipt = $7, answered_at = coalesce(answered_at, clock_timestamp())
    FROM held
    WHERE turn.id = $1 AND run = $2 AND (state = 'running' OR state = 'answered' AND receipt = $7) AND context_id = held.id
    RETURNING context_id, turn_number, message_id
  ), closed AS (
    UPDATE context SET
      pinned_user = $5, pinned_by_turn = NULL,
      closed_at = coalesce(closed_at, clock_timestamp()), closed_by = coalesce(closed_by, 'agent')
    FROM stored WHERE id = stored.context_id
  ), ${keptReceiptOf('stored')}
  SELECT ${wakingWaitersOf('stored')} FROM stored`,
);

/**
 * One step-up (P28): the conversation stays open, what tools answered so far is kept, and the numbers of the deliveries are used
 * up. A conversation that this very turn opened under a token belongs to nobody again (P8). No row: the lease is lost.
 */
export const STEP_UP = statement(
  'turn_step_up',
  `WITH ${HELD}, stepped AS (
    UPDATE turn SET
      state = 'stepped_up', missing_scopes = $10, task_text = $11, receipt = $7, stepped_up_run = run,
      steps = greatest(steps, coalesce((
        SELECT max(step) FROM turn_call WHERE turn_id = $1 AND turn_call.run = $2 AND call_id = ''
      ), 0))
    FROM held
    WHERE turn.id = $1 AND run = $2 AND context_id = held.id
      AND (state = 'running' OR state = 'stepped_up' AND receipt IS NOT DISTINCT FROM $7 AND task_text = $11)
    RETURNING turn.id, context_id, turn_number, message_id
  ), freed AS (
    UPDATE context SET pinned_user = NULL, pinned_by_turn = NULL FROM stepped
    WHERE context.id = stepped.context_id AND pinned_by_turn = stepped.id
  ), ${keptReceiptOf('stepped')}
  SELECT ${wakingWaitersOf('stepped')} FROM stepped`,
);

/** The attempts of all tool calls of a message, in the order of their runs. */
export const TOOL_CALLS = statement(
  'turn_tool_calls',
  `SELECT run, step, call_id AS "callId", tool AS name, args_hash AS "argsHash", scopes, brand_user AS "brandUser", result
   FROM turn_call WHERE turn_id = $1 AND tool IS NOT NULL
   ORDER BY run, step, sent_at, attempt`,
);
