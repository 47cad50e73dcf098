import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores replies, each if its run still holds the turn, or has this very reply already: then a store whose outcome was
 * unknown is safe to ask again. In: `[{"turn_id", "run", "text"}]`. Out: the turns that have their reply now.
 *
 * It is a function, so that every turn is found by its index and locked in the order given: for one statement over all of
 * them PostgreSQL takes a plan by the size that the table had at its first use, and reads the whole of a young table.
 *
 * NOTIFY serialises commits, so it wakes a waiter only where there is one; who comes after this look finds the turn ended.
 */
const CREATE_STORE_REPLIES = `CREATE FUNCTION store_replies(p_replies json, OUT stored_id text)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  reply record;
  ended record;
BEGIN
  FOR reply IN SELECT * FROM json_to_recordset(p_replies) AS given (turn_id text, run integer, text text) LOOP
    UPDATE turn SET
      state = 'answered', reply_text = reply.text, answered_at = coalesce(answered_at, clock_timestamp())
    WHERE turn.id = reply.turn_id AND turn.run = reply.run
      AND (turn.state = 'running' OR turn.state = 'answered' AND turn.reply_text = reply.text)
    RETURNING turn.context_id, turn.turn_number INTO ended;
    CONTINUE WHEN NOT FOUND;
    IF EXISTS (
      SELECT FROM turn
      WHERE turn.context_id = ended.context_id AND turn.turn_number > ended.turn_number AND turn.state = 'waiting'
    ) THEN
      PERFORM pg_notify('surety_turn', ended.context_id);
    END IF;
    stored_id := reply.turn_id;
    RETURN NEXT;
  END LOOP;
END $$`;

/** Lets replies of one moment be stored together. */
export class StoreReplies1796080000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_STORE_REPLIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION store_replies');
  }
}
