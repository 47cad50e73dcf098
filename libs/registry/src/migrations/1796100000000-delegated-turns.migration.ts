import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_CLAIM_TURN, DROP_CLAIM_TURN } from './claim-turn.function';

const UP = [
  `ALTER TABLE context ADD COLUMN pinned_by_turn text COLLATE "C",
    ADD CONSTRAINT context__pinned_by_turn CHECK (pinned_by_turn IS NULL OR pinned_user IS NOT NULL)`,

  // One direction only: a replica of the older build that re-opens a turn leaves these columns as they are.
  `ALTER TABLE turn
    ADD COLUMN grant_id text COLLATE "C",
    ADD COLUMN brand_user text COLLATE "C",
    ADD COLUMN receipt text,
    ADD COLUMN missing_scopes text[],
    ADD COLUMN task_text text,
    ADD COLUMN stepped_up_run integer,
    ADD CONSTRAINT turn__delegation CHECK ((grant_id IS NULL) = (brand_user IS NULL)),
    ADD CONSTRAINT turn__stepped_up CHECK (
      state <> 'stepped_up' OR (missing_scopes IS NOT NULL AND task_text IS NOT NULL AND stepped_up_run IS NOT NULL)
    )`,

  // json keeps a tool's answer as it came: jsonb refuses the escapes of NUL and of lone surrogates.
  `ALTER TABLE turn_call
    ADD COLUMN scopes text[],
    ADD COLUMN brand_user text COLLATE "C",
    ALTER COLUMN result TYPE json,
    ADD CONSTRAINT turn_call__tool CHECK ((tool IS NULL) = (call_id = '') AND (tool IS NULL) = (scopes IS NULL))`,

  CREATE_CLAIM_TURN,
];

const DOWN = [
  DROP_CLAIM_TURN,
  `ALTER TABLE turn_call DROP CONSTRAINT turn_call__tool, DROP COLUMN scopes, DROP COLUMN brand_user,
    ALTER COLUMN result TYPE jsonb`,
  `ALTER TABLE turn DROP CONSTRAINT turn__stepped_up, DROP CONSTRAINT turn__delegation,
    DROP COLUMN grant_id, DROP COLUMN brand_user, DROP COLUMN receipt, DROP COLUMN missing_scopes, DROP COLUMN task_text,
    DROP COLUMN stepped_up_run`,
  'ALTER TABLE context DROP CONSTRAINT context__pinned_by_turn, DROP COLUMN pinned_by_turn',
];

/** Lets turns run under a delegation token: whose they are, what they lacked, their receipts and the calls of their tools. */
export class DelegatedTurns1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
