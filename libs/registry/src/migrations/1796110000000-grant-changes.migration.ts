import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts the changes of a grant for operators, whoever makes them: the User, an operator, a token, the card. Its use alone is
 * no change. The end of a grant gets an index, since the sweep looks for the old ones every hour; LEAST passes over a null.
 */
const UP = [
  `ALTER TABLE delegation_grant
    ADD COLUMN version integer NOT NULL DEFAULT 1,
    ADD COLUMN created_at timestamptz NOT NULL DEFAULT now(),
    ADD COLUMN updated_at timestamptz NOT NULL DEFAULT now()`,
  `CREATE FUNCTION count_delegation_grant_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      NEW.version := OLD.version + 1;
      NEW.updated_at := clock_timestamp();
      RETURN NEW;
    END $$`,
  `CREATE TRIGGER delegation_grant__count_change
    BEFORE UPDATE OF scopes, unticked, consented_at, ends_at, revoked_at ON delegation_grant
    FOR EACH ROW EXECUTE FUNCTION count_delegation_grant_change()`,
  'CREATE INDEX delegation_grant__end ON delegation_grant ((least(revoked_at, ends_at)))',
];

const DOWN = [
  'DROP INDEX delegation_grant__end',
  'DROP TRIGGER delegation_grant__count_change ON delegation_grant',
  'DROP FUNCTION count_delegation_grant_change',
  'ALTER TABLE delegation_grant DROP COLUMN version, DROP COLUMN created_at, DROP COLUMN updated_at',
];

export class GrantChanges1796110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const sql of UP) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const sql of DOWN) await runner.query(sql);
  }
}
