import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_CLAIM_NEXT_TURN, DROP_CLAIM_NEXT_TURN } from './claim-next-turn.function';

const TABLES = [
  // The audience is made here, once per database (P33): opaque, random, never a URL.
  `CREATE TABLE deployment (
    singleton boolean CONSTRAINT deployment__pkey PRIMARY KEY CONSTRAINT deployment__singleton CHECK (singleton),
    audience text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `INSERT INTO deployment (singleton, audience)
    VALUES (true, 'surety-' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))`,

  `CREATE TABLE personal_agent (
    id text COLLATE "C" CONSTRAINT personal_agent__pkey PRIMARY KEY,
    name text NOT NULL,
    issuer text COLLATE "C" NOT NULL CONSTRAINT personal_agent__issuer UNIQUE,
    jwks_uri text NOT NULL,
    enabled boolean NOT NULL,
    per_second integer,
    burst integer NOT NULL,
    per_user_per_second integer,
    per_user_burst integer NOT NULL,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT personal_agent__limits CHECK (
      (per_second > 0) IS NOT FALSE AND burst > 0 AND (per_user_per_second > 0) IS NOT FALSE AND per_user_burst > 0
    )
  )`,
  `CREATE TABLE jwks_status (
    personal_agent_id text COLLATE "C" CONSTRAINT jwks_status__pkey PRIMARY KEY
      CONSTRAINT jwks_status__personal_agent_id REFERENCES personal_agent (id) ON DELETE CASCADE,
    fetched_at timestamptz,
    kids text[] NOT NULL,
    error text
  )`,

  `CREATE TABLE brand (
    id text COLLATE "C" CONSTRAINT brand__pkey PRIMARY KEY
      CONSTRAINT brand__id CHECK (id ~ '^[A-Za-z0-9._-]{1,64}$'),
    name text NOT NULL,
    description text NOT NULL,
    card_version text NOT NULL,
    domain text COLLATE "C",
    skills jsonb NOT NULL,
    agent jsonb NOT NULL,
    agent_deadline_seconds integer NOT NULL,
    context_idle_days integer NOT NULL,
    closed_at timestamptz,
    version integer NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT brand__limits CHECK (
      agent_deadline_seconds BETWEEN 1 AND 120 AND context_idle_days BETWEEN 1 AND 365
    )
  )`,
  `CREATE UNIQUE INDEX brand__domain ON brand (domain) WHERE closed_at IS NULL`,

  // Room on the page for the next version of a row: the store of a turn and the next claim stay heap-only updates.
  `CREATE TABLE context (
    id text COLLATE "C" CONSTRAINT context__pkey PRIMARY KEY,
    brand_id text COLLATE "C" NOT NULL,
    personal_agent_id text COLLATE "C" NOT NULL,
    sub text COLLATE "C" NOT NULL,
    pinned_user text COLLATE "C",
    last_turn integer NOT NULL,
    ended_turn integer NOT NULL,
    created_at timestamptz NOT NULL,
    last_at timestamptz NOT NULL,
    closed_at timestamptz,
    closed_by text CONSTRAINT context__closed_by CHECK (closed_by IN ('agent', 'idle', 'operator')),
    CONSTRAINT context__closed_at CHECK ((closed_at IS NULL) = (closed_by IS NULL)),
    CONSTRAINT context__turns CHECK (ended_turn BETWEEN 0 AND last_turn)
  ) WITH (fillfactor = 80)`,
  `CREATE INDEX context__brand_id ON context (brand_id, id)`,
  `CREATE INDEX context__open ON context (id) WHERE closed_at IS NULL`,

  `CREATE TABLE turn (
    id text COLLATE "C" CONSTRAINT turn__pkey PRIMARY KEY,
    context_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    turn_number integer NOT NULL,
    run integer NOT NULL,
    state text NOT NULL,
    lease_until timestamptz NOT NULL,
    effect_at timestamptz,
    steps integer NOT NULL,
    text text NOT NULL,
    reply_text text,
    failure jsonb,
    received_at timestamptz NOT NULL,
    answered_at timestamptz,
    CONSTRAINT turn__context_id_message_id UNIQUE (context_id, message_id),
    CONSTRAINT turn__context_id_turn_number UNIQUE (context_id, turn_number),
    CONSTRAINT turn__state CHECK (state IN ('waiting', 'running', 'answered', 'stepped_up', 'released', 'spent')),
    CONSTRAINT turn__reply_text CHECK ((state = 'answered') = (reply_text IS NOT NULL)),
    CONSTRAINT turn__answered_at CHECK ((answered_at IS NULL) = (reply_text IS NULL))
  ) WITH (fillfactor = 70)`,
  `CREATE TABLE turn_call (
    turn_id text COLLATE "C" NOT NULL CONSTRAINT turn_call__turn_id REFERENCES turn (id) ON DELETE CASCADE,
    step integer NOT NULL,
    call_id text COLLATE "C" NOT NULL,
    attempt integer NOT NULL,
    run integer NOT NULL,
    tool text,
    args_hash text,
    state text NOT NULL CONSTRAINT turn_call__state CHECK (state IN ('sent', 'done', 'failed', 'unknown')),
    effect boolean NOT NULL,
    result jsonb,
    sent_at timestamptz NOT NULL,
    CONSTRAINT turn_call__pkey PRIMARY KEY (turn_id, run, step, call_id, attempt)
  ) WITH (fillfactor = 80)`,
  `CREATE TABLE idempotency_key (
    personal_agent_id text COLLATE "C" NOT NULL,
    sub text COLLATE "C" NOT NULL,
    brand_id text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    content_hash text NOT NULL,
    context_id text COLLATE "C" NOT NULL,
    message_id text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT idempotency_key__pkey PRIMARY KEY (personal_agent_id, sub, brand_id, key)
  )`,

  `CREATE TABLE signing_key (
    kid text COLLATE "C" CONSTRAINT signing_key__pkey PRIMARY KEY,
    purpose text NOT NULL CONSTRAINT signing_key__purpose CHECK (purpose IN ('webhook')),
    alg text NOT NULL,
    sealed_private text,
    public_jwk jsonb NOT NULL,
    active_from timestamptz NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX signing_key__purpose_active_from ON signing_key (purpose, active_from)`,

  `CREATE TABLE audit (
    id text COLLATE "C" CONSTRAINT audit__pkey PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    actor_id text COLLATE "C" NOT NULL,
    actor_role text NOT NULL,
    action text COLLATE "C" NOT NULL,
    object_type text COLLATE "C" NOT NULL,
    object_id text COLLATE "C" NOT NULL,
    brand_id text COLLATE "C",
    before jsonb,
    after jsonb,
    reason text,
    request_id text NOT NULL
  )`,
  `CREATE INDEX audit__object_type_object_id ON audit (object_type, object_id, id)`,

  // Unlogged: a bucket is worth no disk write, and after a crash every bucket may be full again.
  `CREATE UNLOGGED TABLE rate_bucket (
    key text COLLATE "C" CONSTRAINT rate_bucket__pkey PRIMARY KEY,
    full_at timestamptz NOT NULL
  ) WITH (fillfactor = 50)`,
  `CREATE TABLE sweep_mark (
    sweep text COLLATE "C" CONSTRAINT sweep_mark__pkey PRIMARY KEY,
    up_to text COLLATE "C" NOT NULL
  )`,
];

const ANNOUNCED = [
  { table: 'personal_agent', kind: 'personal-agent', key: 'id' },
  { table: 'brand', kind: 'brand', key: 'id' },
  { table: 'signing_key', kind: 'signing-key', key: 'kid' },
];

/** Every replica keeps these rows in memory and forgets one when its change is announced (P37). */
const announcements = ANNOUNCED.map(
  ({ table, kind, key }) => `CREATE FUNCTION announce_${table}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify(
        'surety_registry',
        json_build_object('kind', '${kind}', 'id', coalesce(NEW.${key}, OLD.${key}))::text
      );
      RETURN NULL;
    END $$`,
);
const triggers = ANNOUNCED.map(
  ({ table }) => `CREATE TRIGGER ${table}__announce AFTER INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH ROW EXECUTE FUNCTION announce_${table}()`,
);

const TABLE_NAMES = [
  'sweep_mark',
  'rate_bucket',
  'audit',
  'signing_key',
  'idempotency_key',
  'turn_call',
  'turn',
  'context',
  'brand',
  'jwks_status',
  'personal_agent',
  'deployment',
];

/** Opens the registry: personal agents, Brands, conversations, turns, webhook keys, audit, rate buckets. */
export class OpenRegistry1796070000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of [...TABLES, CREATE_CLAIM_NEXT_TURN, ...announcements, ...triggers])
      await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(DROP_CLAIM_NEXT_TURN);
    for (const table of TABLE_NAMES) await runner.query(`DROP TABLE ${table}`);
    for (const { table } of ANNOUNCED) await runner.query(`DROP FUNCTION announce_${table}()`);
  }
}
