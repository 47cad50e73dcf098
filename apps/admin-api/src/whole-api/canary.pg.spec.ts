import { says, StubBrand, StubPersonalAgent } from '@surety/testing';
import { AdminStack, type Answer } from '../admin-stack.test-kit';
import { createBrand, createPersonalAgent } from './sample-world.test-kit';

/** A value that must be seen nowhere but at the endpoint it is for. */
const CANARY = 'canary-5f2d9c';

describe('secrets (P24, PACT wire §6)', () => {
  let stack: AdminStack;
  let endpoint: StubBrand;
  let agent: StubPersonalAgent;
  const answers: Answer[] = [];
  beforeAll(async () => {
    stack = await AdminStack.start();
    endpoint = await StubBrand.start();
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await endpoint.stop();
    await stack.stop();
  });

  const call = async (method: string, path: string, body?: object) => {
    const answer = await stack.call(method, path, body === undefined ? {} : { body });
    answers.push(answer);
    return answer;
  };
  const webhook = (headers: object, url = endpoint.url) => ({ agent: { kind: 'webhook', url, headers } });

  it('in webhook headers reach the webhook, and no answer, audit row, table or log line', async () => {
    const { id } = await createBrand(stack, webhook({ 'X-Key': `${CANARY}-1` }));
    await call('GET', `/brands/${id}`);
    await call('GET', '/brands');
    await call('PATCH', `/brands/${id}`, webhook({ 'X-Key': `${CANARY}-2`, 'X-More': `${CANARY}-3` }));
    await call('PATCH', `/brands/${id}`, { name: 'Renamed' });
    endpoint.behave(says('Hello.'));
    await call('POST', `/brands/${id}/agent/test`, { text: 'Hi' });
    endpoint.behave(says(''));
    await call('POST', `/brands/${id}/agent/test`, { text: 'Hi' });
    expect(endpoint.deliveries.at(-1)?.headers).toMatchObject({
      'x-key': `${CANARY}-2`,
      'x-more': `${CANARY}-3`,
    });
    await call('POST', `/brands/${id}/close`);
    await call('GET', '/audit?limit=200');
  });

  it('in refused requests stand in no problem and no log line', async () => {
    const refusals = [
      await call('POST', '/brands', { name: 'x', ...webhook({ 'X-Key': `${CANARY}-4\u0000` }) }),
      await call('POST', '/brands', { name: 'x', ...webhook({ 'X-Key': `${CANARY}-5\r\nX: y` }) }),
      await call('POST', '/brands', { name: 'x', ...webhook({ 'X-Key': [`${CANARY}-6`] }) }),
      await call('POST', '/brands', { name: 'x', ...webhook({ Host: `${CANARY}-7` }) }),
      await call('POST', '/brands', { name: 5, ...webhook({ 'X-Key': `${CANARY}-8` }) }),
      await call('POST', '/brands', {
        name: 'x',
        ...webhook({ 'X-Key': `${CANARY}-9` }, 'https://10.0.0.1/'),
      }),
    ];
    expect(refusals.map(answer => answer.status)).toEqual([400, 400, 400, 400, 400, 400]);
    await stack.gate.shut();
    const away = await call('POST', '/brands', { name: 'x', ...webhook({ 'X-Key': `${CANARY}-a` }) });
    await stack.gate.open();
    expect(away.status).toBe(503);
    await stack.sql('ALTER TABLE audit RENAME TO audit_away');
    const failed = await call('POST', '/brands', { name: 'x', ...webhook({ 'X-Key': `${CANARY}-b` }) });
    await stack.sql('ALTER TABLE audit_away RENAME TO audit');
    expect(failed.status).toBe(500);
  });

  it('in a key set that a personal agent publishes by mistake are never kept', async () => {
    const privateKey = { ...agent.privateJwk, d: `${CANARY}-c` };
    agent.behaviour = { kind: 'raw', body: JSON.stringify({ keys: [privateKey] }) };
    const { id } = await createPersonalAgent(stack, agent);
    await call('GET', `/personal-agents/${id}`);
  });

  it('of the deployment come out nowhere', async () => {
    await call('GET', '/webhook-keys');
    await call('POST', '/webhook-keys/rotate');
    const deploymentKey = Buffer.alloc(32, 7).toString('base64url');
    const everywhere = [...answers.map(answer => answer.text), ...stack.log].join('\n');
    expect(everywhere).not.toContain(deploymentKey);
    expect(everywhere).not.toContain(stack.adminKey.d);
    expect(everywhere).not.toMatch(/"d":/);
  });

  it('stand in no table and in nothing that was said or logged', async () => {
    const tables = await stack.sql(`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`);
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const rows = await stack.sql(`SELECT t::text AS text FROM "${name}" t`);
      expect(`${name}: ${rows.map(row => row.text).join('\n')}`).not.toContain(CANARY);
    }
    expect(answers.length).toBeGreaterThan(15);
    for (const answer of answers) expect(answer.text).not.toContain(CANARY);
    expect(stack.log.length).toBeGreaterThan(answers.length);
    expect(stack.log.join('')).not.toContain(CANARY);
  });
});
