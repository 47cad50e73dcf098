import { LIMITS } from '@surety/kernel';
import { type Statement, statement } from '@surety/platform';
import { liveGrant } from '../grants/live-grant';

/** What first messages under a grant ask and write beyond identity turns, which are spared a look at any grant. */
interface Kind {
  /** Columns of the message. */
  readonly message: string;
  /** What the gate tells of the grant. */
  readonly grant: string;
  readonly join: string;
  /** Columns of the conversation and of the turn, and their values. */
  readonly context: readonly [columns: string, values: string];
  readonly turn: readonly [columns: string, values: string];
}

const IDENTITY: Kind = {
  message: '',
  grant: 'true AS grant_live, NULL::text[] AS grant_scopes',
  join: '',
  context: ['', ''],
  turn: ['', ''],
};

/** A token pins the conversation that it opens (P8). */
const DELEGATED: Kind = {
  message: ', grant_id text, brand_user text',
  grant: 'coalesce(delegation.live, false) AS grant_live, delegation.scopes AS grant_scopes',
  join: `LEFT JOIN LATERAL (
    SELECT ${liveGrant()} AND brand_user = message.brand_user AS live, scopes
    FROM delegation_grant WHERE id = message.grant_id OFFSET 0
  ) AS delegation ON true`,
  context: [', pinned_user, pinned_by_turn', ', brand_user, turn_id'],
  turn: [', grant_id, brand_user', ', grant_id, brand_user'],
};

/**
 * What decides each message, read before anything is written. Messages come as JSON and Brands by their index, so that one
 * plan serves any number of both; PostgreSQL would plan anew for every array of parameters.
 */
const gateOf = ({ message, grant, join }: Kind) => `gate AS MATERIALIZED (
  SELECT
    message.*,
    coalesce((SELECT enabled FROM personal_agent WHERE id = personal_agent_id), false) AS personal_agent_enabled,
    brand.id IS NOT NULL AND brand.closed_at IS NULL AS brand_open,
    brand.agent_deadline_seconds,
    ${grant},
    clock_timestamp() AS now
  FROM json_to_recordset($1::json) AS message (brand_id text, personal_agent_id text, sub text, context_id text,
    message_id text, turn_id text, text text${message})
  LEFT JOIN LATERAL (
    SELECT id, closed_at, agent_deadline_seconds FROM brand WHERE id = message.brand_id OFFSET 0
  ) AS brand ON true
  ${join}
)`;

/** A first message needs no lock and meets nobody: two inserts behind the gate. */
const openingOf = ({ context, turn }: Kind) => `opened AS (
  INSERT INTO context (id, brand_id, personal_agent_id, sub, last_turn, ended_turn, created_at, last_at${context[0]})
  SELECT context_id, brand_id, personal_agent_id, sub, 1, 0, now, now${context[1]} FROM passed
), claimed AS (
  INSERT INTO turn (id, context_id, message_id, turn_number, run, state, lease_until, steps, text, received_at${turn[0]})
  SELECT turn_id, context_id, message_id, 1, 1, 'running',
    now + make_interval(secs => agent_deadline_seconds + ${LIMITS.leaseMarginSeconds}), 0, text, now${turn[1]}
  FROM passed
  RETURNING id
)`;

/** As for a next message, the claim waits for no disk: what depends on it is flushed after it. */
const ANSWER = `SELECT turn_id, personal_agent_enabled, brand_open, agent_deadline_seconds, grant_live, grant_scopes,
    claimed.id IS NOT NULL AS claimed, (SELECT set_config('synchronous_commit', 'off', true))
  FROM gate LEFT JOIN claimed ON claimed.id = turn_id`;

const PASSES = 'personal_agent_enabled AND brand_open AND grant_live';

const claimFirst = (name: string, kind: Kind): Statement =>
  statement(
    name,
    `WITH ${gateOf(kind)}, passed AS (
      SELECT * FROM gate WHERE ${PASSES}
    ), ${openingOf(kind)} ${ANSWER}`,
  );

const claimFirstWithKey = (name: string, kind: Kind): Statement =>
  statement(
    name,
    `WITH ${gateOf(kind)}, keyed AS (
      INSERT INTO idempotency_key AS held
        (personal_agent_id, sub, brand_id, key, content_hash, context_id, message_id, created_at)
      SELECT personal_agent_id, sub, brand_id, $2, $3, context_id, message_id, now
      FROM gate WHERE ${PASSES}
      ON CONFLICT ON CONSTRAINT idempotency_key__pkey DO UPDATE SET
        content_hash = excluded.content_hash, context_id = excluded.context_id, message_id = excluded.message_id,
        created_at = excluded.created_at
      WHERE held.created_at <= excluded.created_at - make_interval(hours => ${LIMITS.idempotencyKeyHours})
      RETURNING key
    ), passed AS (
      SELECT gate.* FROM gate, keyed
    ), ${openingOf(kind)} ${ANSWER}`,
  );

/** First messages of any owners at once, each judged by itself; a row for each, in any order. */
export const CLAIM_FIRST = claimFirst('turn_claim_first', IDENTITY);
/** The same under grants: every message has one. */
export const CLAIM_FIRST_DELEGATED = claimFirst('turn_claim_first_delegated', DELEGATED);

/** One message whose key is taken in the same statement (P11); one that is older than its 24 hours is taken over. */
export const CLAIM_FIRST_WITH_KEY = claimFirstWithKey('turn_claim_first_with_key', IDENTITY);
export const CLAIM_FIRST_WITH_KEY_DELEGATED = claimFirstWithKey(
  'turn_claim_first_with_key_delegated',
  DELEGATED,
);
