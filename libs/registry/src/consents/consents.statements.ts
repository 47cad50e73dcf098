import { statement } from '@surety/platform';

/** $1 Brand, $2 Brand user. A dead grant counts too: it lends its memory of unticked boxes (P21). */
const CASE = `SELECT r.id, r.kind, r.scopes, r.user_code AS "userCode", r.expires_at AS "expiresAt",
    r.personal_agent_id AS "personalAgentId", r.sub, pa.issuer, pa.registered,
    g.id AS "grantId", g.scopes AS granted, g.unticked, g.consented_at AS "consentedAt", g.ends_at AS "endsAt",
    g.revoked_at AS "revokedAt", clock_timestamp() AS now
  FROM device_request r
  LEFT JOIN personal_agent pa ON pa.id = r.personal_agent_id
  LEFT JOIN LATERAL (
    SELECT * FROM delegation_grant d
    WHERE d.brand_user = $2 AND d.personal_agent_id = r.personal_agent_id AND d.sub = r.sub AND d.brand_id = r.brand_id
    ORDER BY d.revoked_at IS NULL DESC, d.consented_at DESC LIMIT 1
  ) g ON true
  WHERE r.brand_id = $1 AND r.state = 'pending' AND r.expires_at > clock_timestamp()`;

export const FIND_BY_CODE = statement('consent_find_by_code', `${CASE} AND r.user_code = $3`);

export const FIND_BY_ID = statement('consent_find_by_id', `${CASE} AND r.id = $3 AND r.kind <> 'manage'`);

/**
 * The card cannot change and the Brand cannot close until this consent is done: a scope that is taken off the card leaves every grant,
 * and none may come in behind that. Taken first, as whoever changes the card takes the Brand before its grants.
 */
export const LOCK_CARD = statement(
  'consent_lock_card',
  'SELECT scopes FROM brand WHERE id = $1 AND closed_at IS NULL FOR SHARE',
);

/** The request's row stays ours until the transaction ends: approve and deny at once meet here, and one of them finds nothing. */
export const LOCK_REQUEST = statement(
  'consent_lock_request',
  `SELECT personal_agent_id AS "personalAgentId", sub FROM device_request
   WHERE brand_id = $1 AND id = $2 AND kind <> 'manage' AND state = 'pending' AND expires_at > clock_timestamp()
   FOR UPDATE`,
);

/** Two consents in flight for the same four take turns, so that the second sees the grant of the first (PACT wire 4). */
export const LOCK_GRANT = statement(
  'consent_lock_grant',
  `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(chr(31), 'grant', $1::text, $2::text, $3::text, $4::text), 0))`,
);

/** Nobody revokes or ends the grant between the look at it and the end of the transaction. */
export const LOCK_LIVE_GRANT = statement(
  'consent_lock_live_grant',
  `SELECT id FROM delegation_grant
   WHERE brand_user = $1 AND personal_agent_id = $2 AND sub = $3 AND brand_id = $4 AND revoked_at IS NULL
   FOR UPDATE`,
);

/** A grant that has ended by itself makes room for a new one. */
export const END_LAPSED = statement(
  'consent_end_lapsed',
  `UPDATE delegation_grant SET revoked_at = ends_at, revoked_by = 'end'
   WHERE brand_user = $1 AND personal_agent_id = $2 AND sub = $3 AND brand_id = $4
     AND revoked_at IS NULL AND ends_at <= clock_timestamp()`,
);

export const INSERT_GRANT = statement(
  'consent_insert_grant',
  `INSERT INTO delegation_grant
     (id, brand_user, personal_agent_id, sub, brand_id, scopes, unticked, consented_at, ends_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

export const WIDEN_GRANT = statement(
  'consent_widen_grant',
  `UPDATE delegation_grant SET scopes = $2, unticked = $3, consented_at = $4, ends_at = $5 WHERE id = $1`,
);

export const DECIDE = statement(
  'consent_decide',
  `UPDATE device_request SET state = $3, grant_id = $4, decided_at = clock_timestamp()
   WHERE brand_id = $1 AND id = $2 AND state = 'pending'`,
);

export const CONSUME_MANAGE = statement(
  'consent_consume_manage',
  `UPDATE device_request SET state = 'consumed', decided_at = clock_timestamp()
   WHERE brand_id = $1 AND id = $2 AND kind = 'manage' AND state = 'pending' AND expires_at > clock_timestamp()`,
);

/** A code that is taken already is drawn again. */
export const MINT_MANAGE = statement(
  'consent_mint_manage',
  `INSERT INTO device_request (id, brand_id, kind, user_code, scopes, state, expires_at)
   VALUES ($1, $2, 'manage', $3, '{}', 'pending', clock_timestamp() + make_interval(secs => $4))
   ON CONFLICT DO NOTHING`,
);
