import { AdminStack } from '../admin-stack.test-kit';
import { createBrand } from '../whole-api/sample-world.test-kit';

describe('/brands/{id}/keys (PACT wire §6, P24)', () => {
  let stack: AdminStack;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  const list = async (id: string) => (await stack.call('GET', `/brands/${id}/keys`)).body.items;
  const rotate = (id: string, body?: object) =>
    stack.call('POST', `/brands/${id}/keys/rotate`, body ? { body } : {});
  const enabled = { delegation: { enabled: true } };

  it('begins with one when delegation is switched on, public part only', async () => {
    const { id } = await createBrand(stack);
    expect(await list(id)).toEqual([]);
    expect((await stack.call('PATCH', `/brands/${id}`, { body: enabled })).status).toBe(200);
    const keys = await list(id);
    expect(keys).toMatchObject([{ alg: 'ES256', status: 'active', retiredAt: null }]);
    expect(Object.keys(keys[0].publicJwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  });

  it('publishes the next key now, of either algorithm, and it signs ten minutes later', async () => {
    const { id } = await createBrand(stack, enabled);
    const [first] = await list(id);
    const rotated = await rotate(id, { alg: 'RS256', reason: 'yearly' });
    expect(rotated).toMatchObject({ status: 200, body: { alg: 'RS256', status: 'next', retiredAt: null } });
    expect(Object.keys(rotated.body.publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
    const aheadMs = Date.parse(rotated.body.activeFrom) - Date.now();
    expect(Math.abs(aheadMs - 600_000)).toBeLessThan(10_000);
    expect((await rotate(id)).body).toEqual(rotated.body);
    await stack.sql(
      `UPDATE signing_key SET active_from = active_from - interval '10 minutes' WHERE brand_id = $1`,
      [id],
    );
    expect(await list(id)).toMatchObject([
      { kid: rotated.body.kid, status: 'active' },
      { kid: first.kid, status: 'retired', retiredAt: expect.any(String) },
    ]);
    expect((await rotate(id)).body).toMatchObject({ alg: 'ES256', status: 'next' });
  });

  it('a Brand without a key gets its first one before the next one is published', async () => {
    const { id } = await createBrand(stack);
    const rotated = await rotate(id);
    expect(rotated.body.status).toBe('next');
    expect((await list(id)).map((key: { status: string }) => key.status)).toEqual(['next', 'active']);
  });

  it('are those of that Brand alone, and audited there', async () => {
    const { id } = await createBrand(stack, enabled);
    const other = await createBrand(stack, enabled);
    const { kid } = (await rotate(id)).body;
    expect(await list(other.id)).toHaveLength(1);
    expect(JSON.stringify((await stack.call('GET', '/webhook-keys')).body)).not.toContain(kid);
    const token = stack.token('brand-operator', [id]);
    expect((await stack.call('GET', `/audit?objectId=${kid}`, { token })).body.items).toMatchObject([
      { action: 'brand-key.rotate', object: { type: 'brand-key', id: kid } },
    ]);
  });

  it('pages', async () => {
    const { id } = await createBrand(stack, enabled);
    await rotate(id);
    const first = await stack.call('GET', `/brands/${id}/keys?limit=1`);
    const second = await stack.call('GET', `/brands/${id}/keys?limit=1&cursor=${first.body.nextCursor}`);
    expect([first, second].flatMap(page => page.body.items)).toEqual(await list(id));
    expect(second.body.nextCursor).toBeNull();
  });

  it('of a closed Brand stay readable and rotate no more', async () => {
    const { id } = await createBrand(stack, enabled);
    await stack.call('POST', `/brands/${id}/close`);
    expect((await rotate(id)).status).toBe(409);
    expect(await list(id)).toHaveLength(1);
    expect((await rotate('01J00000000000000000000000')).status).toBe(404);
  });

  it.each([
    [{ alg: 'HS256' }, 'alg:not_allowed'],
    [{ alg: null }, 'alg:null_not_allowed'],
    [{ kid: 'x' }, 'kid:unknown_member'],
  ])('refuses %j', async (body, code) => {
    const { id } = await createBrand(stack);
    const [fault] = (await rotate(id, body)).body.errors;
    expect(`${fault.path}:${fault.code}`).toBe(code);
  });
});
