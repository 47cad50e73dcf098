import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { AdminApi, scriptAgent } from '../stack/admin-api';
import { RegisteredAgent, sandboxBrand } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { until } from '../stack/until';
import { ask } from '../stack/ask';
import { type SuretyRun, runSurety } from '../surety-process';
import { GuideProgram } from './guide-program';

/** docs/guides/operator.md: what its commands print. */
describe('the guide for an operator', () => {
  const stack = process.env.SURETY_STACK ?? '';
  const keyFile = join(dirname(stack), 'admin.key');

  const mint = async (...words: string[]): Promise<string> => {
    const env = { SURETY_ADMIN_URL: readStack().admin.url, SURETY_ADMIN_KEY_FILE: keyFile };
    const program = GuideProgram.start('e2e/src/guides/admin-token.mjs', words, env);
    expect(await program.ended()).toBe(0);
    return program.output.trim();
  };
  const surety = (words: readonly string[], token: string): Promise<SuretyRun> =>
    runSurety(words, { env: { SURETY_ADMIN_URL: readStack().admin.url, SURETY_ADMIN_TOKEN: token } });

  it('section 3: mints tokens that open what their role may', async () => {
    const { id, name } = await new AdminApi().createBrand(scriptAgent('Hello.'));
    const listed = await surety(['brand', 'list'], await mint('operator', 'anna'));
    expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(name) });
    const refused = await surety(['brand', 'close', id, '--yes'], await mint('auditor', 'bob'));
    expect(refused).toMatchObject({
      exitCode: 5,
      stderr: expect.stringContaining('The role auditor may not'),
    });
    expect((await surety(['brand', 'list'], 'nonsense')).exitCode).toBe(3);
    const own = await surety(['brand', 'list', '--json'], await mint('brand-operator', 'carl', id));
    expect((JSON.parse(own.stdout) as { items: { id: string }[] }).items.map(brand => brand.id)).toEqual([
      id,
    ]);
  });

  it('sections 5 and 8: disables with a reason that the audit keeps, from the next message on', async () => {
    const agent = await RegisteredAgent.register();
    const reason = `drill ${randomUUID()}`;
    const token = await mint('operator', 'anna');
    expect((await surety(['pa', 'disable', agent.stub.issuer, '--reason', reason], token)).exitCode).toBe(0);
    const message = { messageId: 'm-1', role: 'ROLE_USER', parts: [{ text: 'Hello' }] };
    expect((await sandboxBrand().send(agent.token(), message)).status).toBe(401);
    const path = `/audit?objectType=personal-agent&objectId=${agent.id}&limit=1`;
    const { items } = await new AdminApi().call<{ items: object[] }>('GET', path);
    expect(items[0]).toMatchObject({ action: 'personal-agent.disable', reason, actor: { id: 'anna' } });
    await agent.stop();
  });

  it('sections 6 and 9: closes a Brand, and publishes a next webhook key', async () => {
    const { id, cardUrl } = await new AdminApi().createBrand(scriptAgent('Hello.'));
    expect((await surety(['brand', 'close', id, '--yes'], await mint('owner', 'olga'))).exitCode).toBe(0);
    await until(async () => (await ask(cardUrl)).status === 404);
    const next = await new AdminApi().call<{ kid: string }>('POST', '/webhook-keys/rotate', {
      reason: 'yearly',
    });
    const published = await ask(`${readStack().provider.url}/.well-known/webhook-jwks.json`);
    const kids = (JSON.parse(published.text) as { keys: { kid: string }[] }).keys.map(key => key.kid);
    expect(kids).toContain(next.kid);
    expect(kids.length).toBeGreaterThan(1);
  });

  it('section 11: is live, ready and measured', async () => {
    const { url } = readStack().provider;
    expect((await ask(`${url}/health/live`)).text).toBe('{"status":"live"}');
    expect((await ask(`${url}/health/ready`)).text).toBe('{"status":"ready","checks":{"database":"ok"}}');
    const { text } = await ask(`${url}/metrics`);
    for (const name of [
      'http_request_duration_seconds',
      'pa_jwt_total',
      'jwks_fetch_seconds',
      'message_refusals_total',
    ])
      expect(text).toContain(`# HELP surety_${name} `);
  });
});
