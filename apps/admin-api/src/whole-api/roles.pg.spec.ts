import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { StubPersonalAgent } from '@surety/testing';
import type { AdminRole } from '@surety/tokens';
import { AdminStack } from '../admin-stack.test-kit';
import { ACCESS } from '../auth/route-access';
import { EVERY_ROUTE, isRead, nameOf } from './every-route.test-kit';
import {
  createBrand,
  createPersonalAgent,
  storeConversation,
  storeGrant,
  storeReceipt,
  toolBody,
} from './sample-world.test-kit';

const ROLES: readonly AdminRole[] = ['owner', 'operator', 'auditor', 'brand-operator'];

/** The role matrix, route by route: `o` owner, `p` operator, `a` auditor, `b` brand-operator at its own Brand. */
const MATRIX: Readonly<Record<string, string>> = {
  'GET /personal-agents': 'opab',
  'POST /personal-agents': 'op',
  'GET /personal-agents/:id': 'opab',
  'PATCH /personal-agents/:id': 'op',
  'POST /personal-agents/:id/enable': 'op',
  'POST /personal-agents/:id/disable': 'op',
  'GET /brands': 'opab',
  'POST /brands': 'op',
  'GET /brands/:id': 'opab',
  'PATCH /brands/:id': 'opb',
  'POST /brands/:id/close': 'op',
  'POST /brands/:id/agent/test': 'opb',
  'GET /brands/:id/scopes': 'opab',
  'PUT /brands/:id/scopes': 'opb',
  'GET /brands/:id/tools': 'opab',
  'POST /brands/:id/tools': 'opb',
  'GET /brands/:id/tools/:name': 'opab',
  'PATCH /brands/:id/tools/:name': 'opb',
  'DELETE /brands/:id/tools/:name': 'opb',
  'GET /brands/:id/keys': 'opab',
  'POST /brands/:id/keys/rotate': 'opb',
  'GET /grants': 'opab',
  'GET /grants/:id': 'opab',
  'POST /grants/:id/revoke': 'opb',
  'POST /grants/revoke': 'opb',
  'GET /receipts': 'opab',
  'GET /receipts/:id': 'opab',
  'GET /receipts/export': 'opab',
  'POST /receipts/verify': 'opab',
  'GET /webhook-keys': 'opab',
  'POST /webhook-keys/rotate': 'op',
  'GET /conversations': 'opab',
  'GET /conversations/:id': 'opab',
  'POST /conversations/:id/close': 'opb',
  'GET /audit': 'opab',
};
const LETTER: Readonly<Record<AdminRole, string>> = {
  owner: 'o',
  operator: 'p',
  auditor: 'a',
  'brand-operator': 'b',
};
const CELLS = Object.keys(EVERY_ROUTE).flatMap(name => ROLES.map(role => [name, role] as const));

describe('roles (PACT wire §6, field 55)', () => {
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

  it('are settled for every route of the running app', () => {
    expect(stack.routes.map(nameOf).sort()).toEqual(Object.keys(MATRIX).sort());
    const declared = stack.routes.map(route => [
      nameOf(route),
      ROLES.filter(role => route.roles?.includes(role))
        .map(role => LETTER[role])
        .join(''),
    ]);
    expect(Object.fromEntries(declared)).toEqual(MATRIX);
  });

  it('are the ones that the README shows, and an auditor reads only', () => {
    const rows = Object.entries(ACCESS).map(([what, roles]) => {
      const cells = ROLES.map(role => (roles.includes(role) ? 'yes' : '-'));
      return `| ${[what, ...cells].join(' | ')} |`;
    });
    const readme = readFileSync(resolve(__dirname, '../../README.md'), 'utf8');
    expect(readme).toContain([`| | ${ROLES.join(' | ')} |`, '|---|---|---|---|---|', ...rows].join('\n'));
    const reading = Object.entries(MATRIX).filter(([, letters]) => letters.includes('a'));
    expect(reading.filter(([name]) => !isRead(name))).toEqual([]);
  });

  it.each(CELLS)('%s as %s', async (name, role) => {
    const route = EVERY_ROUTE[name]!;
    const { path, body, brandId } = await route.make(stack, agent);
    const method = name.split(' ')[0] ?? '';
    const token = stack.token(role, brandId === undefined ? ['nothing'] : [brandId]);
    const answer = await stack.call(method, path, body === undefined ? { token } : { token, body });
    const allowed = MATRIX[name]!.includes(LETTER[role]);
    expect(answer.status).toBe(allowed ? route.status : 403);
    if (!allowed) expect(answer.body).toMatchObject({ type: 'urn:surety:problem:forbidden', errors: [] });
  });

  it.each(Object.keys(EVERY_ROUTE))('%s without a token is 401, whatever the body', async name => {
    const { path } = await EVERY_ROUTE[name]!.make(stack, agent);
    const method = name.split(' ')[0] ?? '';
    const raw = method === 'GET' ? {} : { raw: 'not json' };
    const answer = await stack.call(method, path, { token: null, ...raw });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="admin"');
  });

  describe('a brand-operator', () => {
    const own = async () => {
      const mine = await createBrand(stack);
      const other = await createBrand(stack);
      const pa = await createPersonalAgent(stack, agent);
      const myTalk = await storeConversation(stack, { brandId: mine.id, personalAgentId: pa.id });
      const otherTalk = await storeConversation(stack, { brandId: other.id, personalAgentId: pa.id });
      const [myGrant, otherGrant] = [
        await storeGrant(stack, { brandId: mine.id, personalAgentId: pa.id }),
        await storeGrant(stack, { brandId: other.id, personalAgentId: pa.id }),
      ];
      const myReceipt = await storeReceipt(stack, { brandId: mine.id });
      const otherReceipt = await storeReceipt(stack, { brandId: other.id });
      const ids = { myGrant, otherGrant, myReceipt: myReceipt.id, otherReceipt: otherReceipt.id };
      return { mine, other, myTalk, otherTalk, ...ids, token: stack.token('brand-operator', [mine.id]) };
    };

    it('meets 404 at another Brand, byte-equal to one that never was', async () => {
      const { other, otherTalk, otherGrant, otherReceipt, token } = await own();
      const targets: [string, string, object?][] = [
        ['GET', `/brands/${other.id}`],
        ['PATCH', `/brands/${other.id}`, { name: 'Mine now' }],
        ['POST', `/brands/${other.id}/agent/test`, { text: 'Hi' }],
        ['GET', `/brands/${other.id}/scopes`],
        ['PUT', `/brands/${other.id}/scopes`, { scopes: [] }],
        ['GET', `/brands/${other.id}/tools`],
        ['POST', `/brands/${other.id}/tools`, toolBody()],
        ['GET', `/brands/${other.id}/keys`],
        ['POST', `/brands/${other.id}/keys/rotate`],
        ['GET', `/grants/${otherGrant}`],
        ['POST', `/grants/${otherGrant}/revoke`],
        ['GET', `/receipts/${otherReceipt}`],
        ['GET', `/conversations/${otherTalk}`],
        ['POST', `/conversations/${otherTalk}/close`],
      ];
      for (const [method, path, body] of targets) {
        const sent = body === undefined ? { token } : { token, body };
        const answer = await stack.call(method, path, sent);
        const unknown = await stack.call(
          method,
          path.replace(/\/(01|ctx_01|a2agrant_01)[^/]+/, '/$1UNKNOWN'),
          sent,
        );
        expect([method, path, answer.status]).toEqual([method, path, 404]);
        const strip = (text: string) => text.replace(/"requestId":"[^"]+"/, '');
        expect(strip(answer.text)).toBe(strip(unknown.text));
      }
      expect((await stack.call('GET', `/brands/${other.id}`)).body.name).toBe(other.name);
      expect((await stack.call('GET', `/grants/${otherGrant}`)).body.status).toBe('live');
      const many = { brandId: other.id, user: 'jane' };
      expect((await stack.call('POST', '/grants/revoke', { token, body: many })).status).toBe(404);
    });

    it('sees its own Brands, conversations and audit rows in lists, and no others', async () => {
      const { mine, myTalk, myGrant, myReceipt, token } = await own();
      const ids = async (path: string) =>
        (await stack.call('GET', path, { token })).body.items.map((item: { id: string }) => item.id);
      expect(await ids('/brands')).toEqual([mine.id]);
      expect(await ids('/conversations')).toEqual([myTalk]);
      expect(await ids('/grants')).toEqual([myGrant]);
      expect(await ids('/receipts')).toEqual([myReceipt]);
      const exported = await stack.call('GET', '/receipts/export', { token });
      expect(exported.text.trim().split('\n')).toHaveLength(1);
      const audit = await stack.call('GET', '/audit', { token });
      expect(audit.body.items.map((row: { object: { id: string } }) => row.object.id)).toEqual([mine.id]);
    });

    it('gets nothing by naming another Brand in a filter', async () => {
      const { other, token } = await own();
      const talks = await stack.call('GET', `/conversations?brandId=${other.id}`, { token });
      expect(talks.body.items).toEqual([]);
      const audit = await stack.call('GET', `/audit?objectId=${other.id}`, { token });
      expect(audit.body.items).toEqual([]);
      for (const list of ['grants', 'receipts']) {
        const answer = await stack.call('GET', `/${list}?brandId=${other.id}`, { token });
        expect(answer.body.items).toEqual([]);
      }
      const exported = await stack.call('GET', `/receipts/export?brandId=${other.id}`, { token });
      expect(exported.text).toBe('');
    });

    it('without any Brand sees none', async () => {
      await own();
      const token = stack.token('brand-operator', []);
      for (const path of ['/brands', '/grants', '/receipts', '/conversations', '/audit']) {
        expect((await stack.call('GET', path, { token })).body.items).toEqual([]);
      }
    });
  });
});
