import { AdminStack } from '../admin-stack.test-kit';

describe('/webhook-keys (PACT wire §6, P24)', () => {
  let stack: AdminStack;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  const list = async () => (await stack.call('GET', '/webhook-keys')).body.items;

  it('has a first key at boot, public part only', async () => {
    const keys = await list();
    expect(keys).toMatchObject([{ alg: 'ES256', status: 'active', retiredAt: null }]);
    expect(Object.keys(keys[0].publicJwk).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    expect(keys[0].publicJwk.kid).toBe(keys[0].kid);
  });

  it('publishes the next key now, and it signs ten minutes later by the database clock', async () => {
    const [first] = await list();
    const rotated = await stack.call('POST', '/webhook-keys/rotate', {
      body: { alg: 'ES256', reason: 'yearly' },
    });
    expect(rotated.body).toMatchObject({ status: 'next', retiredAt: null });
    const aheadMs = Date.parse(rotated.body.activeFrom) - Date.now();
    expect(Math.abs(aheadMs - 600_000)).toBeLessThan(10_000);
    expect((await list()).map((key: { status: string }) => key.status)).toEqual(['next', 'active']);
    await stack.sql(`UPDATE signing_key SET active_from = active_from - interval '10 minutes'`);
    const [next, old] = await list();
    expect(next).toMatchObject({ kid: rotated.body.kid, status: 'active' });
    expect(old).toMatchObject({ kid: first.kid, status: 'retired', retiredAt: expect.any(String) });
  });

  it('pages', async () => {
    const first = await stack.call('GET', '/webhook-keys?limit=1');
    const second = await stack.call('GET', `/webhook-keys?limit=1&cursor=${first.body.nextCursor}`);
    expect([first, second].flatMap(page => page.body.items)).toEqual(await list());
    expect(second.body.nextCursor).toBeNull();
  });

  it('forgets private parts of retired keys at the next rotation', async () => {
    await stack.call('POST', '/webhook-keys/rotate');
    const rows = await stack.sql('SELECT sealed_private FROM signing_key ORDER BY active_from');
    expect(rows.map(row => row.sealed_private !== null)).toEqual([false, true, true]);
  });

  it.each([
    [{ alg: 'RS256' }, 'alg:not_allowed'],
    [{ alg: null }, 'alg:null_not_allowed'],
    [{ kid: 'x' }, 'kid:unknown_member'],
    [{ privateJwk: { d: 'x' } }, 'privateJwk:unknown_member'],
  ])('refuses %j', async (body, code) => {
    const answer = await stack.call('POST', '/webhook-keys/rotate', { body });
    const [fault] = answer.body.errors;
    expect(`${fault.path}:${fault.code}`).toBe(code);
  });
});
