import { LIMITS } from '@surety/kernel';
import { statement } from '@surety/platform';

/**
 * Next messages of any conversations at once, claimed one after the other as they are given; see the migration. A row for
 * each, in any order. Nothing is written for a repeat.
 */
export const CLAIM_NEXT = statement(
  'turn_claim_next',
  `SELECT turn AS asked_id, claim.*
   FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
     AS message (brand, agent, sub, brand_user, context, message, reply_turn, turn, text),
   LATERAL claim_next_turn(brand, agent, sub, brand_user, context, message, reply_turn, turn, text) AS claim`,
);

/** The columns of a first message, in the order of the parameters. */
const MESSAGE = 'brand_id, personal_agent_id, sub, context_id, message_id, turn_id, text';

/** What decides each message, read before anything is written. */
const gateOf = (messages: string) => `gate AS MATERIALIZED (
  SELECT
    message.*,
    coalesce((SELECT enabled FROM personal_agent WHERE id = personal_agent_id), false) AS personal_agent_enabled,
    brand.id IS NOT NULL AND brand.closed_at IS NULL AS brand_open,
    brand.agent_deadline_seconds,
    clock_timestamp() AS now
  FROM ${messages} AS message (${MESSAGE}) LEFT JOIN brand ON brand.id = message.brand_id
)`;

/** A first message needs no lock and meets nobody: two inserts behind the gate. */
const OPENING = `opened AS (
  INSERT INTO context (id, brand_id, personal_agent_id, sub, last_turn, ended_turn, created_at, last_at)
  SELECT context_id, brand_id, personal_agent_id, sub, 1, 0, now, now FROM passed
), claimed AS (
  INSERT INTO turn (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, received_at)
  SELECT turn_id, context_id, message_id, 1, 1, 'running',
    now + make_interval(secs => agent_deadline_seconds + ${LIMITS.leaseMarginSeconds}), 0, text, now
  FROM passed
  RETURNING id
)`;

/** As for a next message, the claim waits for no disk: what depends on it is flushed after it. */
const ANSWER = `SELECT turn_id, personal_agent_enabled, brand_open, agent_deadline_seconds, claimed.id IS NOT NULL AS claimed,
    (SELECT set_config('synchronous_commit', 'off', true))
  FROM gate LEFT JOIN claimed ON claimed.id = turn_id`;

/** First messages of any owners at once, each judged by itself; a row for each, in any order. */
export const CLAIM_FIRST = statement(
  'turn_claim_first',
  `WITH ${gateOf('unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])')},
  passed AS (
    SELECT * FROM gate WHERE personal_agent_enabled AND brand_open
  ), ${OPENING} ${ANSWER}`,
);

/** The key is taken in the same statement (P11); one that is older than its 24 hours is taken over. */
export const CLAIM_FIRST_WITH_KEY = statement(
  'turn_claim_first_with_key',
  `WITH ${gateOf('(VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text))')}, keyed AS (
    INSERT INTO idempotency_key AS held
      (personal_agent_id, sub, brand_id, key, content_hash, context_id, message_id, created_at)
    SELECT personal_agent_id, sub, brand_id, $8, $9, context_id, message_id, now
    FROM gate WHERE personal_agent_enabled AND brand_open
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
       AND personal_agent_enabled AND brand_open AND NOT (other_user OR closed OR blocked)
     RETURNING turn.id
   )
   SELECT facts.*, started.id IS NOT NULL AS started,
     EXISTS (
       SELECT FROM turn WHERE id = $2 AND run = $3 AND state = 'waiting' AND lease_until > clock_timestamp()
     ) AS held,
     set_config('synchronous_commit', 'off', true)
   FROM facts LEFT JOIN started ON true`,
);
