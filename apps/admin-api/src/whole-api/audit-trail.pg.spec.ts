import { StubPersonalAgent } from '@surety/testing';
import { AdminStack } from '../admin-stack.test-kit';
import { EVERY_ROUTE, isRead, nameOf } from './every-route.test-kit';

describe('the audit trail (PACT wire §6)', () => {
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

  it('has a sample request for each route of the running app, and for no other', () => {
    expect(stack.routes.map(nameOf).sort()).toEqual(Object.keys(EVERY_ROUTE).sort());
  });

  it('expects an audit row of every route that is not a read', () => {
    const silent = Object.entries(EVERY_ROUTE).filter(([, route]) => route.action === undefined);
    expect(silent.filter(([name]) => !isRead(name))).toEqual([]);
  });

  it.each(Object.entries(EVERY_ROUTE))('%s writes exactly the rows it should', async (name, route) => {
    const { path, body, brandId } = await route.make(stack, agent);
    const [{ count: before }] = await stack.sql('SELECT count(*)::int AS count FROM audit');
    const sent = route.action === undefined ? body : { ...body, reason: `because of ${name}` };
    const method = name.split(' ')[0] ?? '';
    const answer = await stack.call(method, path, sent === undefined ? {} : { body: sent });
    expect(answer.status).toBe(route.status);
    const rows = await stack.sql('SELECT * FROM audit ORDER BY id DESC OFFSET 0 LIMIT 2');
    const [{ count: after }] = await stack.sql('SELECT count(*)::int AS count FROM audit');
    expect(after - before).toBe(route.action === undefined ? 0 : 1);
    if (route.action === undefined) return;
    expect(rows[0]).toMatchObject({
      action: route.action,
      actor_id: 'test-owner',
      actor_role: 'owner',
      object_type: route.action.split('.')[0],
      reason: `because of ${name}`,
      request_id: answer.headers.get('request-id'),
    });
    if (brandId !== undefined) expect(rows[0].brand_id).toBe(brandId);
    const listed = await stack.call('GET', `/audit?action=${route.action}&limit=1`);
    expect(listed.body.items[0]).toMatchObject({
      id: rows[0].id,
      actor: { id: 'test-owner', role: 'owner' },
      object: { id: rows[0].object_id, type: rows[0].object_type },
      requestId: answer.headers.get('request-id'),
    });
  });

  it('keeps before and after of a change, and only what differs', async () => {
    const { path } = await EVERY_ROUTE['PATCH /brands/:id']!.make(stack, agent);
    await stack.call('PATCH', path, {
      body: { description: 'New words.', domain: `d${Date.now()}.example` },
    });
    const { body } = await stack.call('GET', `/audit?objectId=${path.split('/').at(-1)}&action=brand.update`);
    expect(body.items).toHaveLength(1);
    expect(Object.keys(body.items[0].after).sort()).toEqual(['description', 'domain']);
    expect(body.items[0].before.domain).toBeNull();
    expect(body.items[0].after.description).toBe('New words.');
  });

  it('writes nothing when the change is refused, in the same transaction', async () => {
    const { path } = await EVERY_ROUTE['PATCH /brands/:id']!.make(stack, agent);
    const [{ count: before }] = await stack.sql('SELECT count(*)::int AS count FROM audit');
    const answer = await stack.call('PATCH', path, { body: { name: 'x' }, headers: { 'if-match': '"99"' } });
    expect(answer.status).toBe(412);
    const [{ count: after }] = await stack.sql('SELECT count(*)::int AS count FROM audit');
    expect(after).toBe(before);
  });

  it('leaves the object as it was when the audit row cannot be written', async () => {
    const { path } = await EVERY_ROUTE['PATCH /personal-agents/:id']!.make(stack, agent);
    const was = await stack.call('GET', path);
    await stack.sql('ALTER TABLE audit RENAME TO audit_away');
    const answer = await stack.call('PATCH', path, { body: { name: 'Not kept' } });
    await stack.sql('ALTER TABLE audit_away RENAME TO audit');
    expect(answer.status).toBe(500);
    expect((await stack.call('GET', path)).body).toEqual(was.body);
  });

  it('filters by actor, action, object and time, and pages newest first', async () => {
    const all = await stack.call('GET', '/audit?limit=200');
    const ids: string[] = all.body.items.map((row: { id: string }) => row.id);
    expect(ids).toEqual([...ids].sort().reverse());
    const { at } = all.body.items[3];
    const until = await stack.call('GET', `/audit?limit=200&to=${encodeURIComponent(at)}`);
    expect(until.body.items.every((row: { at: string }) => row.at < at)).toBe(true);
    const since = await stack.call('GET', `/audit?limit=200&from=${encodeURIComponent(at)}`);
    expect(since.body.items.length + until.body.items.length).toBe(ids.length);
    expect((await stack.call('GET', '/audit?actor=nobody')).body.items).toEqual([]);
    const brands = await stack.call('GET', '/audit?objectType=brand&action=brand.close');
    expect(brands.body.items.map((row: { action: string }) => row.action)).toEqual(['brand.close']);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('knows no %s', async method => {
    const answer = await stack.call(method, '/audit');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });
});
