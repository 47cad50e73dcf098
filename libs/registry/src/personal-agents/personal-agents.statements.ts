import { statement } from '@surety/platform';

const ROW = `id, name, issuer, jwks_uri AS "jwksUri", enabled, version, created_at AS "createdAt",
  updated_at AS "updatedAt", jsonb_build_object('perSecond', per_second, 'burst', burst,
  'perUserPerSecond', per_user_per_second, 'perUserBurst', per_user_burst) AS limits`;

const INSERT = `INSERT INTO personal_agent
    (id, name, issuer, jwks_uri, enabled, per_second, burst, per_user_per_second, per_user_burst, registered)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`;

export const CREATE = statement('personal_agent_create', `${INSERT} RETURNING ${ROW}`);

export const ADOPT = statement(
  'personal_agent_adopt',
  `${INSERT} ON CONFLICT ON CONSTRAINT personal_agent__issuer DO NOTHING RETURNING ${ROW}`,
);

export const FIND = statement('personal_agent_find', `SELECT ${ROW} FROM personal_agent WHERE id = $1`);

export const FIND_BY_ISSUER = statement(
  'personal_agent_find_by_issuer',
  `SELECT ${ROW} FROM personal_agent WHERE issuer = $1`,
);

export const LOCK = statement(
  'personal_agent_lock',
  `SELECT ${ROW} FROM personal_agent WHERE id = $1 FOR UPDATE`,
);

export const CHANGE = statement(
  'personal_agent_change',
  `UPDATE personal_agent SET name = $2, jwks_uri = $3, enabled = $4, per_second = $5, burst = $6,
     per_user_per_second = $7, per_user_burst = $8, registered = true, version = version + 1, updated_at = now()
   WHERE id = $1 RETURNING ${ROW}`,
);

export const LIST = statement(
  'personal_agent_list',
  `SELECT ${ROW} FROM personal_agent
   WHERE ($1::text IS NULL OR id < $1)
     AND ($2::boolean IS NULL OR enabled = $2)
     AND ($3::text IS NULL OR issuer = $3)
     AND ($4::text IS NULL OR name ILIKE $4 OR issuer ILIKE $4)
   ORDER BY id DESC
   LIMIT $5`,
);
