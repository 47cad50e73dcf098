import { statement } from '@surety/platform';
import { liveGrant } from '../grants/live-grant';

/** How many device codes one User of one personal agent may be given in how many seconds (P26). */
export const CODES_PER_WINDOW = 10;
export const WINDOW_SECONDS = 60;

/** One for each (personal agent, sub) at a time, so that parallel requests cannot overshoot the limit together; see the migration. */
export const OPEN = statement(
  'device_code_open',
  `SELECT opened, wait_seconds AS "waitSeconds" FROM open_device_code($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

const LIVE_GRANT = `${liveGrant('g.')} AND g.scopes && $2::text[]`;

export const FIND = statement(
  'device_code_find',
  `SELECT r.brand_id AS "brandId", r.personal_agent_id AS "personalAgentId", r.sub, r.state, r.expires_at AS "expiresAt",
     r.interval_seconds AS "intervalSeconds", r.accepted_at AS "acceptedAt",
     r.state = 'approved' AND NOT coalesce(${LIVE_GRANT}, false) AS "grantOver", clock_timestamp() AS now
   FROM device_request r LEFT JOIN delegation_grant g ON g.id = r.grant_id
   WHERE r.device_code_hash = $1`,
);

/**
 * No row: another poll has moved the pace since it was read. It waits for no disk: a pace that a crash forgets lets one poll come
 * early.
 */
export const KEEP_PACE = statement(
  'device_code_keep_pace',
  `UPDATE device_request SET interval_seconds = $4, accepted_at = $5
   WHERE device_code_hash = $1 AND interval_seconds = $2 AND accepted_at IS NOT DISTINCT FROM $3::timestamptz
   RETURNING set_config('synchronous_commit', 'off', true)`,
);

/**
 * The one exchange of an approved code (P17, P19): consumes it and stores the refresh token, if the caller is its holder, in time, and the
 * grant is live and not empty. No row: somebody was faster, or one of these is so no more.
 */
export const REDEEM = statement(
  'device_code_redeem',
  `WITH redeemed AS (
     UPDATE device_request r SET state = 'consumed'
     FROM delegation_grant g
     WHERE r.device_code_hash = $1 AND r.state = 'approved' AND r.expires_at > clock_timestamp()
       AND r.brand_id = $3 AND r.personal_agent_id = $4 AND r.sub = $5
       AND g.id = r.grant_id AND ${LIVE_GRANT}
     RETURNING g.id, g.brand_user, g.scopes, g.ends_at
   ), issued AS (
     INSERT INTO refresh_token (hash, grant_id) SELECT $6, id FROM redeemed
   )
   SELECT id, brand_user AS "brandUser", scopes, ends_at AS "endsAt" FROM redeemed`,
);
