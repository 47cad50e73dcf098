import { randomUUID } from 'node:crypto';
import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { createBrand, createPersonalAgent, createTool } from '../whole-api/sample-world.test-kit';

const scope = (id: string, description = `Does ${id}`) => ({ id, description });
const [READ, CANCEL, REFUND] = [scope('orders:read'), scope('orders:cancel'), scope('refunds:issue')];

describe('scopes of a Brand (PACT wire §6, P29, P31)', () => {
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

  const put = (id: string, scopes: unknown, query = '', headers: Record<string, string> = {}) =>
    stack.call('PUT', `/brands/${id}/scopes${query}`, { body: { scopes }, headers });
  const stored = async (id: string) => (await stack.call('GET', `/brands/${id}/scopes`)).body.scopes;
  const grant = async (brandId: string, scopes: string[], unticked: string[] = [], revoked = false) => {
    const { id: personalAgentId } = await createPersonalAgent(stack, agent);
    const id = `a2agrant_${randomUUID()}`;
    await stack.sql(
      `INSERT INTO delegation_grant (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at,
         ends_at, revoked_at, revoked_by)
       VALUES ($1, $2, $3, 'u', 'jane', $4, $5, now(), now() + interval '30 days', $6, $7)`,
      [
        id,
        brandId,
        personalAgentId,
        scopes,
        unticked,
        revoked ? new Date() : null,
        revoked ? 'operator' : null,
      ],
    );
    return async () =>
      (await stack.sql('SELECT scopes, unticked FROM delegation_grant WHERE id = $1', [id]))[0];
  };

  it('are kept in the order in which they were given', async () => {
    const { id } = await createBrand(stack);
    expect(await stored(id)).toEqual([]);
    const answer = await put(id, [REFUND, READ, CANCEL]);
    expect(answer).toMatchObject({ status: 200, body: { scopes: [REFUND, READ, CANCEL], warnings: [] } });
    expect(await stored(id)).toEqual([REFUND, READ, CANCEL]);
    await put(id, []);
    expect(await stored(id)).toEqual([]);
  });

  it.each<[string, unknown[], string]>([
    ['a blank in an id', [scope('a b')], 'scopes.0.id:wrong_format'],
    ['a quote in an id', [scope('a"b')], 'scopes.0.id:wrong_format'],
    ['an id that JSON would move', [scope('7')], 'scopes.0.id:wrong_format'],
    ['__proto__', [scope('__proto__')], 'scopes.0.id:wrong_format'],
    ['a long id', [scope('x'.repeat(129))], 'scopes.0.id:wrong_length'],
    ['an id that stands twice', [READ, READ], 'scopes.1.id:repeated'],
    ['a control character', [scope('a', 'line\nbreak')], 'scopes.0.description:wrong_format'],
    ['a long description', [scope('a', 'x'.repeat(201))], 'scopes.0.description:wrong_length'],
    ['51 scopes', Array.from({ length: 51 }, (_, i) => scope(`s${i}`)), 'scopes:wrong_length'],
    ['an unknown member', [{ ...READ, icon: 'x' }], 'scopes.0.icon:unknown_member'],
  ])('refuse %s', async (_, scopes, fault) => {
    const { id } = await createBrand(stack);
    const answer = await put(id, scopes);
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((f: { path: string; code: string }) => `${f.path}:${f.code}`)).toContain(
      fault,
    );
  });

  it('say what a change means for live grants, and with dryRun only say it', async () => {
    const { id } = await createBrand(stack);
    await put(id, [READ, CANCEL, REFUND]);
    await grant(id, ['orders:read', 'orders:cancel']);
    await grant(id, ['orders:cancel'], [], true);
    const change = [{ ...READ, description: 'Other words' }, REFUND];
    const warnings = [
      { code: 'description_changed', scope: 'orders:read', liveGrants: 1 },
      { code: 'removed', scope: 'orders:cancel', liveGrants: 1 },
    ];
    const dry = await put(id, change, '?dryRun=true');
    expect(dry).toMatchObject({ status: 200, body: { scopes: change, warnings } });
    expect(await stored(id)).toEqual([READ, CANCEL, REFUND]);
    expect((await put(id, change)).body.warnings).toMatchObject(warnings);
    expect(await stored(id)).toEqual(change);
  });

  it('P29: one that goes leaves every grant, ticked or not, dead or alive, in that change', async () => {
    const { id } = await createBrand(stack);
    const other = await createBrand(stack);
    await put(id, [READ, CANCEL, REFUND]);
    const live = await grant(id, ['orders:read', 'orders:cancel'], ['refunds:issue']);
    const dead = await grant(id, ['orders:cancel', 'refunds:issue'], [], true);
    const foreign = await grant(other.id, ['orders:cancel']);
    await put(id, [READ]);
    expect(await live()).toEqual({ scopes: ['orders:read'], unticked: [] });
    expect(await dead()).toEqual({ scopes: [], unticked: [] });
    expect(await foreign()).toEqual({ scopes: ['orders:cancel'], unticked: [] });
  });

  it('one that a tool names cannot go', async () => {
    const { id } = await createBrand(stack);
    await put(id, [READ, CANCEL]);
    const { name } = await createTool(stack, id, { scopes: ['orders:cancel'] });
    for (const query of ['', '?dryRun=true']) {
      const refused = await put(id, [READ], query);
      expect(refused.status).toBe(409);
      expect(refused.body.errors).toMatchObject([
        { code: 'needed_by_tool', message: expect.stringContaining(name) },
      ]);
    }
    await stack.call('DELETE', `/brands/${id}/tools/${name}`);
    expect((await put(id, [READ])).status).toBe(200);
  });

  it('honour If-Match of the Brand, and a closed Brand keeps its list', async () => {
    const { id } = await createBrand(stack);
    expect((await put(id, [READ], '', { 'if-match': '"7"' })).status).toBe(412);
    expect((await put(id, [READ], '', { 'if-match': '"1"' })).status).toBe(200);
    await stack.call('POST', `/brands/${id}/close`);
    expect((await put(id, [])).status).toBe(409);
    expect(await stored(id)).toEqual([READ]);
    expect((await put('01J00000000000000000000000', [])).status).toBe(404);
  });
});
