import { LIMITS } from '@surety/kernel';
import { statement } from '@surety/platform';

/**
 * Next messages of any conversations at once, claimed one after the other as they are given; see the migration. A row for
 * each, in any order. Nothing is written for a repeat.
 */
export const CLAIM_NEXT = statement(
  'turn_claim_next',
  `SELECT message.turn_id AS asked_id, claim.*
   FROM json_to_recordset($1::json) AS message (brand_id text, personal_agent_id text, sub text, grant_id text,
     brand_user text, context_id text, message_id text, reply_turn_id text, turn_id text, text text),
   LATERAL claim_turn(brand_id, personal_agent_id, sub, grant_id, brand_user, context_id, message_id, reply_turn_id,
     message.turn_id, text) AS claim`,
);

const GRANT_IS_LIVE = 'revoked_at IS NULL AND ends_at > clock_timestamp()';

/**
 * What decides each message, read before anything is written. Messages come as JSON and Brands by their index, so that one
 * plan serves any number of both; PostgreSQL would plan anew for every array of parameters.
 */
const GATE = `gate AS MATERIALIZED (
  SELECT
    message.*,
    coalesce((SELECT enabled FROM personal_agent WHERE id = personal_agent_id), false) AS personal_agent_enabled,
    brand.id IS NOT NULL AND brand.closed_at IS NULL AS brand_open,
    brand.agent_deadline_seconds,
    message.grant_id IS NULL OR coalesce(delegation.live, false) AS grant_live,
    delegation.scopes AS grant_scopes,
    clock_timestamp() AS now
  FROM json_to_recordset($1::json) AS message (brand_id text, personal_agent_id text, sub text, grant_id text,
    brand_user text, context_id text, message_id text, turn_id text, text text)
  LEFT JOIN LATERAL (
    SELECT id, closed_at, agent_deadline_seconds FROM brand WHERE id = message.brand_id OFFSET 0
  ) AS brand ON true
  LEFT JOIN LATERAL (
    SELECT ${GRANT_IS_LIVE} AND brand_user = message.brand_user AS live, scopes
    FROM delegation_grant WHERE id = message.grant_id OFFSET 0
  ) AS delegation ON true
)`;

/** A first message needs no lock and meets nobody: two inserts behind the gate. A token pins what it opens (P8). */
const OPENING = `opened AS (
  INSERT INTO context (id, brand_id, personal_agent_id, sub, last_turn, ended_turn, created_at, last_at, pinned_user,
    pinned_by_turn)
  SELECT context_id, brand_id, personal_agent_id, sub, 1, 0, now, now, brand_user,
    CASE WHEN brand_user IS NOT NULL THEN turn_id END
  FROM passed
), claimed AS (
  INSERT INTO turn (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, received_at, grant_id,
    brand_user)
  SELECT turn_id, context_id, message_id, 1, 1, 'running',
    now + make_interval(secs => agent_deadline_seconds + ${LIMITS.leaseMarginSeconds}), 0, text, now, grant_id, brand_user
  FROM passed
  RETURNING id
)`;

/** As for a next message, the claim waits for no disk: what depends on it is flushed after it. */
const ANSWER = `SELECT turn_id, personal_agent_enabled, brand_open, agent_deadline_seconds, grant_live, grant_scopes,
    claimed.id IS NOT NULL AS claimed, (SELECT set_config('synchronous_commit', 'off', true))
  FROM gate LEFT JOIN claimed ON claimed.id = turn_id`;

/** First messages of any owners at once, each judged by itself; a row for each, in any order. */
export const CLAIM_FIRST = statement(
  'turn_claim_first',
  `WITH ${GATE}, passed AS (
    SELECT * FROM gate WHERE personal_agent_enabled AND brand_open AND grant_live
  ), ${OPENING} ${ANSWER}`,
);

/** One message whose key is taken in the same statement (P11); one that is older than its 24 hours is taken over. */
export const CLAIM_FIRST_WITH_KEY = statement(
  'turn_claim_first_with_key',
  `WITH ${GATE}, keyed AS (
    INSERT INTO idempotency_key AS held
      (personal_agent_id, sub, brand_id, key, content_hash, context_id, message_id, created_at)
    SELECT personal_agent_id, sub, brand_id, $2, $3, context_id, message_id, now
    FROM gate WHERE personal_agent_enabled AND brand_open AND grant_live
    ON CONFLICT ON CONSTRAINT idempotency_key__pkey DO UPDATE SET
      content_hash = excluded.content_hash, context_id = excluded.context_id, message_id = excluded.message_id,
      created_at = excluded.created_at
    WHERE held.created_at <= excluded.created_at - make_interval(hours => ${LIMITS.idempotencyKeyHours})
    RETURNING key
  ), passed AS (
    SELECT gate.* FROM gate, keyed
  ), ${OPENING} ${ANSWER}`,
);

export const FIND_KEY = statement(
  'turn_find_idempotency_key',
  `SELECT content_hash AS "contentHash", context_id AS "contextId", message_id AS "messageId"
   FROM idempotency_key WHERE personal_agent_id = $1 AND sub = $2 AND brand_id = $3 AND key = $4`,
);

export const START = statement(
  'turn_start',
  `WITH facts AS MATERIALIZED (
     SELECT
       coalesce((SELECT enabled FROM personal_agent WHERE id = context.personal_agent_id), false)
         AS personal_agent_enabled,
       brand.closed_at IS NULL AS brand_open,
       brand.agent_deadline_seconds,
       $6::text IS NULL OR coalesce((SELECT ${GRANT_IS_LIVE} FROM delegation_grant WHERE id = $6), false)
         AS grant_live,
       (SELECT scopes FROM delegation_grant WHERE id = $6) AS grant_scopes,
       coalesce(context.pinned_user <> $4, false) AS other_user,
       context.closed_at IS NOT NULL AS closed,
       EXISTS (
         SELECT FROM turn AS lower
         WHERE lower.context_id = context.id
           AND lower.turn_number > context.ended_turn AND lower.turn_number < $5
           AND lower.state IN ('waiting', 'running') AND lower.lease_until > clock_timestamp()
       ) AS blocked
     FROM context JOIN brand ON brand.id = context.brand_id
     WHERE context.id = $1
   ), started AS (
     UPDATE turn SET
       state = 'running',
       lease_until = clock_timestamp() + make_interval(secs => agent_deadline_seconds + ${LIMITS.leaseMarginSeconds})
     FROM facts
     WHERE turn.id = $2 AND turn.run = $3 AND turn.state = 'waiting' AND turn.lease_until > clock_timestamp()
       AND personal_agent_enabled AND brand_open AND grant_live AND NOT (other_user OR closed OR blocked)
     RETURNING turn.id
   )
   SELECT facts.*, started.id IS NOT NULL AS started,
     EXISTS (
       SELECT FROM turn WHERE id = $2 AND run = $3 AND state = 'waiting' AND lease_until > clock_timestamp()
     ) AS held,
     set_config('synchronous_commit', 'off', true)
   FROM facts LEFT JOIN started ON true`,
);
