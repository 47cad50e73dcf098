import { statement } from '@surety/platform';

/** Retired keys stay published until everything they signed is 13 months old (P24). */
const PUBLISHED_AFTER_DAYS = 13 * 31;

/**
 * Keys of one owner, newest first, with the status that the database clock gives them. The clock is read once for all rows: between
 * two readings one key might have ended and its successor not yet begun.
 */
export const LIST = statement(
  'signing_key_list',
  `SELECT kid, alg, public_jwk AS "publicJwk", sealed_private AS "sealedPrivate", active_from AS "activeFrom",
     created_at AS "createdAt",
     CASE
       WHEN active_from > statement_timestamp() THEN 'next'
       WHEN superseded_at IS NULL OR superseded_at > statement_timestamp() THEN 'active'
       ELSE 'retired'
     END AS status,
     CASE WHEN superseded_at <= statement_timestamp() THEN superseded_at END AS "retiredAt",
     coalesce(superseded_at > statement_timestamp() - make_interval(days => ${PUBLISHED_AFTER_DAYS}), true) AS "isPublished"
   FROM (
     SELECT *, lead(active_from) OVER (ORDER BY active_from, kid) AS superseded_at
     FROM signing_key WHERE purpose = $1 AND brand_id IS NOT DISTINCT FROM $2
   ) AS key
   ORDER BY active_from DESC, kid DESC`,
);

export const LOCK = statement(
  'signing_key_lock',
  `SELECT pg_advisory_xact_lock(hashtextextended(concat_ws(' ', 'surety_signing_key', $1::text, $2::text), 0))`,
);

export const INSERT = statement(
  'signing_key_insert',
  `INSERT INTO signing_key (kid, purpose, brand_id, alg, sealed_private, public_jwk, active_from)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, clock_timestamp() + make_interval(secs => $7))`,
);

/** A retired key signs nothing any more: only its public part is kept. */
export const FORGET_PRIVATE = statement(
  'signing_key_forget_private',
  'UPDATE signing_key SET sealed_private = NULL WHERE kid = ANY ($1::text[]) AND sealed_private IS NOT NULL',
);
