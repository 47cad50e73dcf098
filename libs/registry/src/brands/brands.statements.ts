import { statement } from '@surety/platform';

const ROW = `id, name, description, card_version AS "cardVersion", domain, skills, agent, delegation, scopes,
  jsonb_build_object('agentDeadlineSeconds', agent_deadline_seconds, 'contextIdleDays', context_idle_days) AS limits,
  closed_at AS "closedAt", version, created_at AS "createdAt", updated_at AS "updatedAt"`;

export const CREATE = statement(
  'brand_create',
  `INSERT INTO brand
     (id, name, description, card_version, domain, skills, agent, agent_deadline_seconds, context_idle_days,
      delegation, scopes)
   VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7::jsonb, $8, $9, $10::jsonb, $11::jsonb) RETURNING ${ROW}`,
);

export const FIND = statement('brand_find', `SELECT ${ROW} FROM brand WHERE id = $1`);

export const FIND_OPEN = statement(
  'brand_find_open',
  `SELECT ${ROW} FROM brand WHERE id = $1 AND closed_at IS NULL`,
);

export const FIND_OPEN_BY_DOMAIN = statement(
  'brand_find_open_by_domain',
  `SELECT ${ROW} FROM brand WHERE domain = $1 AND closed_at IS NULL`,
);

export const LOCK = statement('brand_lock', `SELECT ${ROW} FROM brand WHERE id = $1 FOR UPDATE`);

export const CHANGE = statement(
  'brand_change',
  `UPDATE brand SET name = $2, description = $3, card_version = $4, domain = $5, skills = $6::jsonb, agent = $7::jsonb,
     agent_deadline_seconds = $8, context_idle_days = $9, delegation = $10::jsonb, scopes = $11::jsonb, version = version + 1, updated_at = now()
   WHERE id = $1 RETURNING ${ROW}`,
);

export const CLOSE = statement(
  'brand_close',
  `UPDATE brand SET closed_at = now(), version = version + 1, updated_at = now()
   WHERE id = $1 AND closed_at IS NULL RETURNING ${ROW}`,
);

export const LIST = statement(
  'brand_list',
  `SELECT ${ROW} FROM brand
   WHERE ($1::text IS NULL OR id < $1)
     AND ($2::text IS NULL OR (closed_at IS NULL) = ($2 = 'open'))
     AND ($3::text IS NULL OR name ILIKE $3 OR domain ILIKE $3 OR id ILIKE $3)
     AND ($4::text[] IS NULL OR id = ANY ($4))
   ORDER BY id DESC
   LIMIT $5`,
);
