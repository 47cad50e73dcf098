import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores delegated replies with their receipts, each if its run still holds the turn, or has this very receipt already: then a
 * store whose outcome was unknown is safe to ask again. In: the replies as JSON, in the order in which conversations are to be
 * locked. Out: the turns that have their reply now.
 *
 * A conversation is locked before its turn, as a claim does, and is not there for another Brand user than it is pinned to. It
 * is pinned for good by its first reply (P8), so the later ones leave its row alone.
 *
 * A function, for the reason that `store_replies` is one: every row is found by its index, whatever the table was like when the
 * statement was planned.
 */
const CREATE_STORE_DELEGATED_REPLIES = `CREATE FUNCTION store_delegated_replies(p_replies json, OUT stored_id text)
RETURNS SETOF text LANGUAGE plpgsql AS $$
DECLARE
  reply record;
  held record;
  ended record;
BEGIN
  FOR reply IN SELECT * FROM json_to_recordset(p_replies) AS given (
    turn_id text, run integer, context_id text, grant_id text, brand_user text, text text,
    receipt_id text, jws text, claims jsonb, reply_id text
  ) LOOP
    SELECT brand_id, personal_agent_id, last_turn, pinned_user IS NULL OR pinned_by_turn IS NOT NULL AS is_loose
    INTO held
    FROM context
    WHERE context.id = reply.context_id AND coalesce(pinned_user, reply.brand_user) = reply.brand_user FOR UPDATE;
    CONTINUE WHEN NOT FOUND;

    UPDATE turn SET
      state = 'answered', reply_text = reply.text, receipt = reply.jws,
      answered_at = coalesce(answered_at, clock_timestamp())
    WHERE turn.id = reply.turn_id AND turn.run = reply.run AND turn.context_id = reply.context_id
      AND (turn.state = 'running' OR turn.state = 'answered' AND turn.receipt = reply.jws)
    RETURNING turn.turn_number, turn.message_id INTO ended;
    CONTINUE WHEN NOT FOUND;

    IF held.is_loose THEN
      UPDATE context SET pinned_user = reply.brand_user, pinned_by_turn = NULL WHERE context.id = reply.context_id;
    END IF;
    INSERT INTO receipt
      (id, brand_id, grant_id, personal_agent_id, brand_user, context_id, message_id, reply_id, jws, claims, at)
    VALUES
      (reply.receipt_id, held.brand_id, reply.grant_id, held.personal_agent_id, reply.brand_user, reply.context_id,
       ended.message_id, reply.reply_id, reply.jws, reply.claims, clock_timestamp())
    ON CONFLICT DO NOTHING;
    IF held.last_turn > ended.turn_number AND EXISTS (
      SELECT FROM turn
      WHERE turn.context_id = reply.context_id AND turn.turn_number > ended.turn_number AND turn.state = 'waiting'
    ) THEN
      PERFORM pg_notify('surety_turn', reply.context_id);
    END IF;
    stored_id := reply.turn_id;
    RETURN NEXT;
  END LOOP;
END $$`;

/** Lets delegated replies of one moment be stored together. */
export class StoreDelegatedReplies1796120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_STORE_DELEGATED_REPLIES);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION store_delegated_replies');
  }
}
