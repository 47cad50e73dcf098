import { AdminStack } from '../admin-stack.test-kit';
import { createBrand, createTool, toolBody } from '../whole-api/sample-world.test-kit';

const READ = { id: 'orders:read', description: 'Look up your orders' };
const CANCEL = { id: 'orders:cancel', description: 'Cancel an order' };
const http = (change: object = {}) => ({ method: 'GET', url: 'http://127.0.0.1:9/orders', ...change });

describe('tools of a Brand (PACT wire §6)', () => {
  let stack: AdminStack;
  let brandId: string;
  beforeAll(async () => void (stack = await AdminStack.start()));
  afterAll(() => stack.stop());
  beforeEach(async () => {
    brandId = (await createBrand(stack)).id;
    await stack.call('PUT', `/brands/${brandId}/scopes`, { body: { scopes: [READ, CANCEL] } });
  });

  const create = (change: object = {}) =>
    stack.call('POST', `/brands/${brandId}/tools`, { body: toolBody(change) });
  const at = (name: string) => `/brands/${brandId}/tools/${name}`;
  const patch = (name: string, body: object, headers: Record<string, string> = {}) =>
    stack.call('PATCH', at(name), { body, headers });
  const faultsOf = (answer: { status: number; body: { errors: { path: string; code: string }[] } }) => {
    expect(answer.status).toBe(400);
    return answer.body.errors.map(fault => `${fault.path}:${fault.code}`);
  };

  it('registers one with its defaults, scopes in card order', async () => {
    const parameters = { type: 'object', properties: { order: { type: 'string' } } };
    const body = { name: 'cancel_order', parameters, scopes: ['orders:cancel', 'orders:read'] };
    const required = { ...parameters, required: ['order'] };
    const made = await create({
      ...body,
      parameters: required,
      http: http({ method: 'POST', url: 'http://127.0.0.1:9/o/{order}' }),
    });
    expect(made.body).toMatchObject({
      id: 'cancel_order',
      name: 'cancel_order',
      description: 'Looks something up.',
      parameters: required,
      scopes: ['orders:read', 'orders:cancel'],
      effect: 'write',
      enabled: true,
      http: { method: 'POST', headers: {}, tokenHeader: 'Authorization', timeoutSeconds: 10 },
      version: 1,
      warnings: [],
    });
    expect(made.headers.get('etag')).toBe('"1"');
    expect((await stack.call('GET', at('cancel_order'))).body).toMatchObject({ name: 'cancel_order' });
  });

  it('lists them newest first, page by page', async () => {
    const names = ['b_tool', 'a_tool', 'c_tool'];
    for (const name of names) await createTool(stack, brandId, { name });
    const first = await stack.call('GET', `/brands/${brandId}/tools?limit=2`);
    const shown = (answer: { body: { items: { name: string }[] } }) =>
      answer.body.items.map(({ name }) => name);
    expect(shown(first)).toEqual(['c_tool', 'a_tool']);
    await stack.call('DELETE', at('a_tool'));
    const next = await stack.call('GET', `/brands/${brandId}/tools?limit=2&cursor=${first.body.nextCursor}`);
    expect(shown(next)).toEqual(['b_tool']);
    expect(next.body.nextCursor).toBeNull();
  });

  it('warn while a script calls one that is not there or not enabled, and block nothing', async () => {
    const rule = { any: ['order'], tools: [{ tool: 'lookup', arguments: {} }], reply: 'Yes.' };
    const agent = { kind: 'script', script: { rules: [rule, rule], fallback: 'No.' } };
    const warningsAfter = async (body: object) =>
      (await stack.call('PATCH', `/brands/${brandId}`, { body })).body.warnings;
    const unknown = [{ code: 'unknown_tool', message: expect.stringContaining('lookup') }];
    expect(await warningsAfter({ agent })).toEqual(unknown);
    await createTool(stack, brandId, { name: 'lookup' });
    expect(await warningsAfter({ description: 'A' })).toEqual([]);
    await patch('lookup', { enabled: false });
    expect(await warningsAfter({ description: 'B' })).toEqual(unknown);
  });

  it.each<[string, object, string]>([
    ['a name with capitals', { name: 'LookUp' }, 'name:wrong_format'],
    ['the name of ours', { name: 'request_permission' }, 'name:name'],
    ['a scope of no card', { scopes: ['refunds:issue'] }, 'scopes.0:unknown_scope'],
    ['a private address', { http: http({ url: 'https://10.0.0.1/' }) }, 'http.url:private_address'],
    ['plain http', { http: http({ url: 'http://b.example/' }) }, 'http.url:not_https'],
    [
      'a header of ours',
      { http: http({ headers: { 'Surety-Signature': 'x' } }) },
      'http.headers.Surety-Signature:reserved_header',
    ],
    ['an unknown verb', { http: http({ method: 'HEAD' }) }, 'http.method:choice'],
    ['a long wait', { http: http({ timeoutSeconds: 31 }) }, 'http.timeoutSeconds:range'],
    ['an unknown effect', { effect: 'maybe' }, 'effect:not_allowed'],
  ])('refuses %s', async (_, change, fault) => {
    expect(faultsOf(await create(change))).toContain(fault);
  });

  it('refuses a name that the Brand has, and takes it at another', async () => {
    await createTool(stack, brandId, { name: 'lookup' });
    expect(await create({ name: 'lookup' })).toMatchObject({
      status: 409,
      body: { errors: [{ path: 'name', code: 'taken' }] },
    });
    await createTool(stack, (await createBrand(stack)).id, { name: 'lookup' });
  });

  it('P24: keeps header values to itself, sealed, and does not send them to another origin', async () => {
    const headers = { 'x-api-key': 'canary-secret' };
    const { name, http: shown } = await createTool(stack, brandId, { http: http({ headers }) });
    expect(shown.headers).toMatchObject({ 'x-api-key': { set: true } });
    const [row] = await stack.sql('SELECT http FROM tool WHERE brand_id = $1 AND name = $2', [brandId, name]);
    expect(JSON.stringify(row)).not.toContain('canary-secret');
    const kept = await patch(name, { http: { url: 'http://127.0.0.1:9/other' } });
    expect(kept.body.http).toMatchObject({ url: 'http://127.0.0.1:9/other', headers: shown.headers });
    expect(faultsOf(await patch(name, { http: { url: 'http://localhost:9/' } }))).toEqual([
      'http.headers.x-api-key:secret_not_named',
    ]);
    const moved = await patch(name, { http: { url: 'http://localhost:9/', headers: { 'x-api-key': null } } });
    expect(moved.body.http).toMatchObject({ url: 'http://localhost:9/', headers: {} });
  });

  it('changes one by merging, never its name, and only the version that If-Match names', async () => {
    const { name } = await createTool(stack, brandId, { scopes: ['orders:read'] });
    expect((await patch(name, { enabled: false }, { 'if-match': '"1"' })).body).toMatchObject({
      enabled: false,
      scopes: ['orders:read'],
      version: 2,
    });
    expect((await patch(name, { enabled: true }, { 'if-match': '"1"' })).status).toBe(412);
    expect(faultsOf(await patch(name, { name: 'other' }))).toEqual(['name:unchangeable']);
    expect((await patch('nothing', {})).status).toBe(404);
  });

  it('removes one, and of a closed Brand none', async () => {
    const { name } = await createTool(stack, brandId);
    const { name: kept } = await createTool(stack, brandId);
    expect((await stack.call('DELETE', at(name))).body).toMatchObject({ name });
    expect((await stack.call('DELETE', at(name))).status).toBe(404);
    await stack.call('POST', `/brands/${brandId}/close`);
    expect((await create()).status).toBe(409);
    expect((await patch(kept, { enabled: false })).status).toBe(409);
    expect((await stack.call('DELETE', at(kept))).status).toBe(409);
  });
});
