import { LIMITS } from '@surety/kernel';
import { statement } from '@surety/platform';
import { liveGrant } from '../grants/live-grant';

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
       $6::text IS NULL OR coalesce((SELECT ${liveGrant()} FROM delegation_grant WHERE id = $6), false)
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
