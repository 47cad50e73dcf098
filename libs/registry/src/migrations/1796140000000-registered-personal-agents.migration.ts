import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Open mode brought it in and no operator has touched it since, as far as the audit goes back (P34). */
const ADOPTED = `EXISTS (SELECT FROM audit a WHERE a.object_type = 'personal-agent' AND a.object_id = personal_agent.id
    AND a.action = 'personal-agent.create' AND a.actor_id = 'open-mode')
  AND NOT EXISTS (SELECT FROM audit a WHERE a.object_type = 'personal-agent' AND a.object_id = personal_agent.id
    AND a.actor_role <> 'system')`;

/**
 * Says of a personal agent whether an operator knows it: the consent page tells Users (P34), and must go on telling them when the audit
 * of its arrival is deleted.
 */
export class RegisteredPersonalAgents1796140000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personal_agent ADD COLUMN registered boolean NOT NULL DEFAULT true');
    await runner.query(`UPDATE personal_agent SET registered = false WHERE ${ADOPTED}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE personal_agent DROP COLUMN registered');
  }
}
