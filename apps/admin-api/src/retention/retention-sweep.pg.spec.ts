import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { createBrand, createPersonalAgent, storeConversation } from '../whole-api/sample-world.test-kit';
import { RetentionSweep } from './retention-sweep';

describe('the retention sweep (PACT wire §6)', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  beforeAll(async () => {
    stack = await AdminStack.start({
      SURETY_RETENTION_CONVERSATION_DAYS: '30',
      SURETY_RETENTION_AUDIT_DAYS: '60',
    });
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });

  it('deletes what is past the time of its kind, and nothing else', async () => {
    const { id: brandId } = await createBrand(stack);
    const { id: personalAgentId } = await createPersonalAgent(stack, agent);
    const owner = { brandId, personalAgentId };
    const young = await storeConversation(stack, owner, undefined, 29);
    const old = await storeConversation(stack, owner, undefined, 31);
    const revived = await storeConversation(stack, owner, undefined, 31);
    await stack.sql('UPDATE context SET last_at = now() WHERE id = $1', [revived]);
    await stack.get(RetentionSweep).sweep();
    const left = (await stack.sql('SELECT id FROM context ORDER BY id')).map(row => row.id);
    expect(left).toEqual([young, revived].sort());
    const orphans = await stack.sql('SELECT 1 FROM turn WHERE context_id = $1', [old]);
    expect(orphans).toEqual([]);
    expect((await stack.call('GET', '/audit')).body.items).toHaveLength(2);
  });

  it('leaves the work to another replica that is at it', async () => {
    const hold = stack.sql(`SELECT pg_advisory_lock(hashtextextended('surety_retention', 0)), pg_sleep(1.5)`);
    await stack.until(async () => {
      const [row] = await stack.sql(`SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory'`);
      return row.held > 0;
    });
    const logged = stack.log.length;
    await stack.get(RetentionSweep).sweep();
    expect(stack.log.slice(logged).join('')).toContain('another replica');
    await hold;
  });
});
