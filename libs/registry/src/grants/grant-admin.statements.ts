import { statement } from '@surety/platform';
import { liveGrant } from './live-grant';

/** A grant that has run out was not revoked, also when a later consent has put it aside. */
const STATUS = `CASE
    WHEN g.revoked_at IS NOT NULL AND g.revoked_by <> 'end' THEN 'revoked'
    WHEN g.revoked_at IS NOT NULL OR g.ends_at <= clock_timestamp() THEN 'expired'
    ELSE 'live'
  END`;

const SELECT = `SELECT g.id, g.brand_id AS "brandId", g.personal_agent_id AS "personalAgentId", pa.issuer, g.sub,
    g.brand_user AS "user", g.scopes, g.unticked, g.consented_at AS "consentedAt", g.ends_at AS "endsAt",
    g.last_used_at AS "lastUsedAt", ${STATUS} AS status,
    CASE WHEN g.revoked_by <> 'end' THEN g.revoked_at END AS "revokedAt",
    nullif(g.revoked_by, 'end') AS "revokedBy",
    g.version, g.created_at AS "createdAt", g.updated_at AS "updatedAt"
  FROM delegation_grant g JOIN personal_agent pa ON pa.id = g.personal_agent_id`;

export const FIND = statement('grant_admin_find', `${SELECT} WHERE g.id = $1`);

export const LIST = statement(
  'grant_admin_list',
  `${SELECT}
   WHERE ($1::text IS NULL OR g.id < $1)
     AND ($2::text IS NULL OR g.brand_id = $2)
     AND ($3::text IS NULL OR g.personal_agent_id = $3)
     AND ($4::text IS NULL OR g.sub = $4)
     AND ($5::text IS NULL OR g.brand_user = $5)
     AND ($6::text IS NULL OR ${STATUS} = $6)
     AND ($7::text[] IS NULL OR g.brand_id = ANY ($7))
   ORDER BY g.id DESC
   LIMIT $8`,
);

/** Waits for a consent, a refresh or an exchange that holds the row, and judges what they have left. */
export const LOCK = statement('grant_admin_lock', 'SELECT FROM delegation_grant WHERE id = $1 FOR UPDATE');

export const REVOKE = statement(
  'grant_admin_revoke',
  `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'operator'
   WHERE id = $1 AND ${liveGrant()}`,
);

/** Rows are taken in the order of their ids, so that two of these at once do not wait for each other. */
export const REVOKE_MANY = statement(
  'grant_admin_revoke_many',
  `WITH meant AS MATERIALIZED (
     SELECT id FROM delegation_grant
     WHERE brand_id = $1 AND ($2::text IS NULL OR personal_agent_id = $2) AND ($3::text IS NULL OR brand_user = $3)
       AND ${liveGrant()}
     ORDER BY id FOR UPDATE
   )
   UPDATE delegation_grant AS g SET revoked_at = clock_timestamp(), revoked_by = 'operator'
   FROM meant WHERE g.id = meant.id`,
);
