import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Finds a message by conversation and messageId in one key. With (context_id, message_id) beside (context_id, turn_number) the
 * planner held two indexes for equal while its statistics said "one turn a conversation", and the look for a message walked
 * through all turns of a long one.
 */
export class MessageIndex1796085000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE UNIQUE INDEX turn__message ON turn ((context_id || ' ' || message_id))`);
    await runner.query('ALTER TABLE turn DROP CONSTRAINT turn__context_id_message_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE turn ADD CONSTRAINT turn__context_id_message_id UNIQUE (context_id, message_id)',
    );
    await runner.query('DROP INDEX turn__message');
  }
}
