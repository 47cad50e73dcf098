import { statement } from '@surety/platform';

/** When a conversation ended: as recorded, else when its idle time ran out by the database clock (P12). */
const IDLE_SINCE = 'context.last_at + make_interval(days => brand.context_idle_days)';
const CLOSED_AT = `coalesce(context.closed_at, CASE WHEN ${IDLE_SINCE} <= clock_timestamp() THEN ${IDLE_SINCE} END)`;

const SELECT = `SELECT context.id, context.brand_id AS "brandId", context.personal_agent_id AS "personalAgentId",
    personal_agent.issuer, context.sub, context.pinned_user AS "pinnedUser", context.last_turn AS "lastTurn",
    context.created_at AS "createdAt", context.last_at AS "lastAt", ${CLOSED_AT} AS "closedAt",
    coalesce(context.closed_by, CASE WHEN ${IDLE_SINCE} <= clock_timestamp() THEN 'idle' END) AS "closedBy"
  FROM context
  JOIN brand ON brand.id = context.brand_id
  JOIN personal_agent ON personal_agent.id = context.personal_agent_id`;

export const FIND = statement('conversation_find', `${SELECT} WHERE context.id = $1`);

export const LIST = statement(
  'conversation_list',
  `${SELECT}
   WHERE ($1::text IS NULL OR context.id < $1)
     AND ($2::text IS NULL OR context.brand_id = $2)
     AND ($3::text IS NULL OR context.personal_agent_id = $3)
     AND ($4::text IS NULL OR (${CLOSED_AT} IS NULL) = ($4 = 'open'))
     AND ($5::timestamptz IS NULL OR context.created_at >= $5)
     AND ($6::timestamptz IS NULL OR context.created_at < $6)
     AND ($7::text[] IS NULL OR context.brand_id = ANY ($7))
   ORDER BY context.id DESC
   LIMIT $8`,
);

export const LOCK = statement('conversation_lock', 'SELECT FROM context WHERE id = $1 FOR UPDATE');

export const CLOSE = statement(
  'conversation_close',
  `UPDATE context SET closed_at = clock_timestamp(), closed_by = 'operator' WHERE id = $1 AND closed_at IS NULL`,
);

const CALLS = `coalesce((
    SELECT jsonb_agg(jsonb_build_object('step', call.step, 'attempt', call.attempt, 'run', call.run, 'tool', call.tool,
      'state', call.state, 'effect', call.effect, 'sentAtMs', extract(epoch FROM call.sent_at) * 1000)
      ORDER BY call.run, call.step, call.sent_at, call.call_id, call.attempt)
    FROM turn_call AS call WHERE call.turn_id = turn.id
  ), '[]')`;

export const TURNS = statement(
  'conversation_turns',
  `SELECT turn_number AS "turnNumber", message_id AS "messageId",
     CASE WHEN reply_text IS NOT NULL THEN 'r-' || substr(turn.id, 4) END AS "replyId",
     CASE
       WHEN state NOT IN ('waiting', 'running') OR lease_until > clock_timestamp() THEN state
       WHEN effect_at IS NULL THEN 'released'
       ELSE 'spent'
     END AS state,
     text, reply_text AS "replyText", brand_user IS NOT NULL AS delegated,
     (SELECT receipt.id FROM receipt
      WHERE receipt.context_id = turn.context_id AND receipt.message_id = turn.message_id
      ORDER BY receipt.id DESC LIMIT 1) AS "receiptId",
     failure, received_at AS "receivedAt", ${CALLS} AS calls
   FROM turn
   WHERE context_id = $1 AND ($2::integer IS NULL OR turn_number < $2)
   ORDER BY turn_number DESC
   LIMIT $3`,
);
