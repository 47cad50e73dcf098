import { statement } from '@surety/platform';

/** How many device codes one User of one personal agent may be given in how many seconds (P26). */
export const CODES_PER_WINDOW = 10;
const WINDOW_SECONDS = 60;

const RECENT = `FROM device_request
  WHERE kind = 'device' AND personal_agent_id = $1 AND sub = $2
    AND created_at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`;

/** One at a time for each (personal agent, sub), so that parallel requests cannot overshoot the limit together. */
export const LOCK_HOLDER = statement(
  'device_code_lock_holder',
  `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'device codes', $1::text, $2::text), 0))`,
);

/** No row: the limit is reached, or the drawn user code is taken. */
export const OPEN = statement(
  'device_code_open',
  `INSERT INTO device_request (id, brand_id, kind, personal_agent_id, sub, device_code_hash, user_code, scopes, state,
     expires_at, interval_seconds, created_at)
   SELECT $3, $4, 'device', $1, $2, $5, $6, $7, 'pending', clock_timestamp() + make_interval(secs => $8), $9, clock_timestamp()
   WHERE (SELECT count(*) ${RECENT}) < ${CODES_PER_WINDOW}
   ON CONFLICT (brand_id, user_code) DO NOTHING`,
);

/** When the oldest of the codes that fill the limit leaves the window; no row while there is room. */
export const WAIT = statement(
  'device_code_wait',
  `SELECT greatest(1, ceil(extract(epoch FROM created_at - clock_timestamp()) + ${WINDOW_SECONDS}))::integer AS seconds
   ${RECENT}
   ORDER BY created_at DESC OFFSET ${CODES_PER_WINDOW - 1} LIMIT 1`,
);

const LIVE_GRANT = `g.revoked_at IS NULL AND g.ends_at > clock_timestamp() AND g.scopes && $2::text[]`;

export const FIND = statement(
  'device_code_find',
  `SELECT r.brand_id AS "brandId", r.personal_agent_id AS "personalAgentId", r.sub, r.state, r.expires_at AS "expiresAt",
     r.interval_seconds AS "intervalSeconds", r.accepted_at AS "acceptedAt",
     r.state = 'approved' AND NOT coalesce(${LIVE_GRANT}, false) AS "grantOver", clock_timestamp() AS now
   FROM device_request r LEFT JOIN delegation_grant g ON g.id = r.grant_id
   WHERE r.device_code_hash = $1`,
);

/** No row: another poll has moved the pace since it was read. */
export const KEEP_PACE = statement(
  'device_code_keep_pace',
  `UPDATE device_request SET interval_seconds = $4, accepted_at = $5
   WHERE device_code_hash = $1 AND interval_seconds = $2 AND accepted_at IS NOT DISTINCT FROM $3::timestamptz`,
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
