import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { EVERY_ROUTE, nameOf } from '../whole-api/every-route.test-kit';

const COMMITTED = resolve(__dirname, '../../../../docs/openapi/admin-api.json');

interface Operation {
  readonly summary?: string;
  readonly security?: object[];
  readonly responses: Record<string, object>;
  readonly 'x-surety-roles'?: string[];
}

describe('the OpenAPI document', () => {
  let stack: AdminStack;
  let agent: StubPersonalAgent;
  beforeAll(async () => {
    stack = await AdminStack.start();
    agent = await StubPersonalAgent.start();
  });
  afterAll(async () => {
    await agent.stop();
    await stack.stop();
  });

  const operations = (): [string, Operation][] => {
    const { paths } = stack.document as { paths: Record<string, Record<string, Operation>> };
    return Object.entries(paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).map(([verb, operation]): [string, Operation] => [
        `${verb.toUpperCase()} ${path.replace('/api/v1', '').replace(/\{(\w+)\}/g, ':$1')}`,
        operation,
      ]),
    );
  };

  it('is the committed one (SURETY_WRITE_OPENAPI=1 writes it anew, then format it)', () => {
    const text = JSON.stringify(stack.document, null, 2);
    if (process.env.SURETY_WRITE_OPENAPI === '1') writeFileSync(COMMITTED, `${text}\n`);
    expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(JSON.parse(text));
  });

  it('is served at /docs and /docs-json without a token', async () => {
    const json = await stack.send('GET', '/docs-json', { token: null });
    expect(json.status).toBe(200);
    expect(json.body).toEqual(JSON.parse(JSON.stringify(stack.document)));
    const page = await stack.send('GET', '/docs', { token: null });
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
  });

  it('has every route of the running app and no other', () => {
    const documented = operations().map(([name]) => name);
    expect(documented.sort()).toEqual(stack.routes.map(nameOf).sort());
  });

  it('says of every route what it does, who may, and that a token is needed', () => {
    for (const [name, operation] of operations()) {
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/\.$/)]);
      expect([name, operation.security]).toEqual([name, [{ admin: [] }]]);
      const route = stack.routes.find(each => nameOf(each) === name);
      expect(operation['x-surety-roles']).toEqual(route?.roles);
    }
  });

  it('documents one success for each route, and that one is reached', async () => {
    for (const [name, { responses }] of operations()) {
      const successes = Object.keys(responses).filter(status => status.startsWith('2'));
      const route = EVERY_ROUTE[name]!;
      expect([name, successes]).toEqual([name, [String(route.status)]]);
      const { path, body } = await route.make(stack, agent);
      const answer = await stack.call(name.split(' ')[0] ?? '', path, body === undefined ? {} : { body });
      expect([name, answer.status]).toEqual([name, route.status]);
    }
  });

  it('describes every member of an answer: none is undocumented', async () => {
    const { components } = stack.document as {
      components: { schemas: Record<string, { properties: object }> };
    };
    for (const [view, path] of [
      ['PersonalAgentView', 'GET /personal-agents/:id'],
      ['BrandView', 'GET /brands/:id'],
      ['ConversationView', 'GET /conversations/:id'],
      ['AuditPage', 'GET /audit'],
      ['WebhookKeyPage', 'GET /webhook-keys'],
      ['GrantView', 'GET /grants/:id'],
      ['ReceiptView', 'GET /receipts/:id'],
      ['VerifiedReceiptView', 'POST /receipts/verify'],
    ] as const) {
      const sample = await EVERY_ROUTE[path]!.make(stack, agent);
      const sending = sample.body === undefined ? {} : { body: sample.body };
      const { body } = await stack.call(path.split(' ')[0] ?? '', sample.path, sending);
      expect(Object.keys(body).sort()).toEqual(Object.keys(components.schemas[view]!.properties).sort());
    }
  });
});
