import { statement } from '@surety/platform';

/** A step-up so soon after the last for the same asks the User nothing new (PACT wire §2). */
const REUSED_SECONDS = 60;

/** No row: the drawn code is taken. */
export const INSERT_STEP_UP = statement(
  'device_request_step_up',
  `WITH pending AS (
     SELECT user_code FROM device_request
     WHERE kind = 'step_up' AND personal_agent_id = $3 AND sub = $4 AND brand_id = $2 AND scopes = $6
       AND state = 'pending' AND expires_at > clock_timestamp()
       AND created_at > clock_timestamp() - make_interval(secs => ${REUSED_SECONDS})
     ORDER BY created_at DESC LIMIT 1
   ), made AS (
     INSERT INTO device_request (id, brand_id, kind, personal_agent_id, sub, user_code, scopes, state, expires_at, created_at)
     SELECT $1, $2, 'step_up', $3, $4, $5, $6, 'pending', clock_timestamp() + make_interval(secs => $7), clock_timestamp()
     WHERE NOT EXISTS (SELECT FROM pending)
     ON CONFLICT DO NOTHING
     RETURNING user_code
   )
   SELECT user_code AS "userCode" FROM pending UNION ALL SELECT user_code FROM made`,
);
