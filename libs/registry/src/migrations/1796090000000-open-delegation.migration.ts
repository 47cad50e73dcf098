import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = [
  `ALTER TABLE brand ADD COLUMN delegation jsonb, ADD COLUMN scopes jsonb NOT NULL DEFAULT '[]'`,
  `ALTER TABLE signing_key
    ADD COLUMN brand_id text COLLATE "C",
    DROP CONSTRAINT signing_key__purpose,
    ADD CONSTRAINT signing_key__purpose CHECK (purpose IN ('webhook', 'brand') AND (purpose = 'brand') = (brand_id IS NOT NULL)),
    ADD CONSTRAINT signing_key__alg CHECK (alg IN ('ES256', 'RS256'))`,
  'DROP INDEX signing_key__purpose_active_from',
  'CREATE INDEX signing_key__purpose_active_from ON signing_key (purpose, brand_id, active_from)',

  `CREATE TABLE tool (
    brand_id text COLLATE "C" NOT NULL CONSTRAINT tool__brand_id REFERENCES brand (id),
    name text COLLATE "C" NOT NULL,
    description text NOT NULL,
    parameters jsonb NOT NULL,
    scopes text[] NOT NULL,
    effect text NOT NULL CONSTRAINT tool__effect CHECK (effect IN ('read', 'write')),
    enabled boolean NOT NULL,
    http jsonb NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT tool__pkey PRIMARY KEY (brand_id, name)
  )`,

  `CREATE TABLE delegation_grant (
    id text COLLATE "C" CONSTRAINT delegation_grant__pkey PRIMARY KEY,
    brand_id text COLLATE "C" NOT NULL,
    personal_agent_id text COLLATE "C" NOT NULL,
    sub text COLLATE "C" NOT NULL,
    brand_user text COLLATE "C" NOT NULL,
    scopes text[] NOT NULL,
    unticked text[] NOT NULL,
    consented_at timestamptz NOT NULL,
    ends_at timestamptz NOT NULL,
    revoked_at timestamptz,
    revoked_by text,
    last_used_at timestamptz,
    CONSTRAINT delegation_grant__revoked CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
  ) WITH (fillfactor = 80)`,
  `CREATE UNIQUE INDEX delegation_grant__live ON delegation_grant (brand_user, personal_agent_id, sub, brand_id)
    WHERE revoked_at IS NULL`,
  'CREATE INDEX delegation_grant__brand_id ON delegation_grant (brand_id, id)',

  `CREATE TABLE device_request (
    id text COLLATE "C" CONSTRAINT device_request__pkey PRIMARY KEY,
    brand_id text COLLATE "C" NOT NULL,
    kind text NOT NULL CONSTRAINT device_request__kind CHECK (kind IN ('device', 'step_up', 'manage')),
    personal_agent_id text COLLATE "C",
    sub text COLLATE "C",
    device_code_hash text COLLATE "C",
    user_code text COLLATE "C" NOT NULL,
    scopes text[] NOT NULL,
    state text NOT NULL CONSTRAINT device_request__state CHECK (state IN ('pending', 'approved', 'denied', 'consumed')),
    expires_at timestamptz NOT NULL,
    interval_seconds integer NOT NULL DEFAULT 5,
    accepted_at timestamptz,
    grant_id text COLLATE "C",
    decided_at timestamptz,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT device_request__device_code_hash CHECK ((kind = 'device') = (device_code_hash IS NOT NULL)),
    CONSTRAINT device_request__holder CHECK (
      (kind = 'manage') = (personal_agent_id IS NULL) AND (kind = 'manage') = (sub IS NULL)
    )
  ) WITH (fillfactor = 80)`,
  'CREATE UNIQUE INDEX device_request__user_code ON device_request (brand_id, user_code)',
  `CREATE UNIQUE INDEX device_request__code ON device_request (device_code_hash) WHERE device_code_hash IS NOT NULL`,
  'CREATE INDEX device_request__personal_agent_id ON device_request (personal_agent_id, sub, brand_id, created_at)',

  `CREATE TABLE refresh_token (
    hash text COLLATE "C" CONSTRAINT refresh_token__pkey PRIMARY KEY,
    grant_id text COLLATE "C" NOT NULL
      CONSTRAINT refresh_token__grant_id REFERENCES delegation_grant (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL DEFAULT now(),
    used_at timestamptz
  )`,
  'CREATE INDEX refresh_token__by_grant ON refresh_token (grant_id)',

  `CREATE TABLE assertion_jti (
    brand_id text COLLATE "C" NOT NULL,
    jti text COLLATE "C" NOT NULL,
    seen_at timestamptz NOT NULL,
    CONSTRAINT assertion_jti__pkey PRIMARY KEY (brand_id, jti)
  )`,
  `CREATE TABLE live_session (
    hash bytea CONSTRAINT live_session__pkey PRIMARY KEY,
    brand_id text COLLATE "C" NOT NULL,
    brand_user text COLLATE "C" NOT NULL,
    email text,
    name text,
    expires_at timestamptz NOT NULL
  )`,
  `CREATE TABLE wrong_code (
    by text NOT NULL CONSTRAINT wrong_code__by CHECK (by IN ('source', 'brandUser', 'brand')),
    key text COLLATE "C" NOT NULL,
    slice bigint NOT NULL,
    wrong integer NOT NULL,
    CONSTRAINT wrong_code__pkey PRIMARY KEY (by, key, slice)
  )`,

  // No foreign keys: a receipt outlives the conversation and the grant that it tells of.
  `CREATE TABLE receipt (
    id text COLLATE "C" CONSTRAINT receipt__pkey PRIMARY KEY,
    brand_id text COLLATE "C" NOT NULL,
    grant_id text COLLATE "C" NOT NULL,
    personal_agent_id text COLLATE "C" NOT NULL,
    brand_user text COLLATE "C" NOT NULL,
    context_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    reply_id text COLLATE "C" NOT NULL,
    jws text NOT NULL,
    claims jsonb NOT NULL,
    at timestamptz NOT NULL
  )`,
  'CREATE INDEX receipt__brand_id ON receipt (brand_id, id)',
  'CREATE INDEX receipt__context_id ON receipt (context_id, message_id)',
];

const announcing = (
  name: string,
  kind: string,
  key: string,
) => `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_notify(
      'surety_registry',
      json_build_object('kind', '${kind}', 'id', coalesce(NEW.${key}, OLD.${key}))::text
    );
    RETURN NULL;
  END $$`;

/** Every replica keeps grants and Brands with their tools in memory; the use of a grant alone changes nothing that it keeps. */
const ANNOUNCEMENTS = [
  announcing('announce_delegation_grant', 'grant', 'id'),
  `CREATE TRIGGER delegation_grant__announce
    AFTER INSERT OR DELETE OR UPDATE OF scopes, unticked, consented_at, ends_at, revoked_at ON delegation_grant
    FOR EACH ROW EXECUTE FUNCTION announce_delegation_grant()`,
  announcing('announce_tool', 'brand', 'brand_id'),
  `CREATE TRIGGER tool__announce AFTER INSERT OR UPDATE OR DELETE ON tool
    FOR EACH ROW EXECUTE FUNCTION announce_tool()`,
];

const NEW_TABLES = [
  'receipt',
  'wrong_code',
  'live_session',
  'assertion_jti',
  'refresh_token',
  'device_request',
  'delegation_grant',
  'tool',
];

/** Opens delegation: scopes, tools and keys of Brands, grants, device authorizations, refresh tokens, receipts (PACT 5). */
export class OpenDelegation1796090000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, ...ANNOUNCEMENTS]) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of NEW_TABLES) await runner.query(`DROP TABLE ${table}`);
    await runner.query('DROP FUNCTION announce_delegation_grant');
    await runner.query('DROP FUNCTION announce_tool');
    await runner.query(`DELETE FROM signing_key WHERE purpose = 'brand'`);
    await runner.query('DROP INDEX signing_key__purpose_active_from');
    await runner.query(`ALTER TABLE signing_key DROP CONSTRAINT signing_key__alg, DROP CONSTRAINT signing_key__purpose,
      DROP COLUMN brand_id, ADD CONSTRAINT signing_key__purpose CHECK (purpose IN ('webhook'))`);
    await runner.query('CREATE INDEX signing_key__purpose_active_from ON signing_key (purpose, active_from)');
    await runner.query('ALTER TABLE brand DROP COLUMN delegation, DROP COLUMN scopes');
  }
}
