import { ConsentWorld } from './consent-world.test-kit';

let world: ConsentWorld;

beforeAll(async () => {
  world = await ConsentWorld.open();
  await world.decide(await world.request({ scopes: ['orders:read'] }));
  await world.decide(await world.request(), { brandUser: 'john' });
  const foreign = await world.request({ brandId: 'brand-2' });
  await world.decide(foreign, { brandId: 'brand-2' });
});
afterAll(() => world.close());

it("P19, P21: a User sees and ends their own live grants at one Brand, and nobody else's", async () => {
  const [own, ...more] = await world.userGrants.liveOf('brand-1', 'jane');
  expect(more).toEqual([]);
  expect(own).toMatchObject({ issuer: 'https://pa-1.example', scopes: ['orders:read'], lastUsedAt: null });
  const revoke = (grantId: string, brandId: string, brandUser: string) =>
    world.userGrants.revokeByUser({ grantId, brandId, brandUser }, 'http-1');
  const id = own?.id ?? '';
  expect(await revoke(id, 'brand-1', 'john')).toBe(false);
  expect(await revoke(id, 'brand-2', 'jane')).toBe(false);
  expect(await revoke('a2agrant_none', 'brand-1', 'jane')).toBe(false);
  const once = await Promise.all(Array.from({ length: 5 }, () => revoke(id, 'brand-1', 'jane')));
  expect(once.filter(Boolean)).toHaveLength(1);
  expect(await world.userGrants.liveOf('brand-1', 'jane')).toEqual([]);
  expect(await world.userGrants.liveOf('brand-1', 'john')).toHaveLength(1);
  expect(await world.userGrants.liveOf('brand-2', 'jane')).toHaveLength(1);
  expect(await world.run(`SELECT actor_id, object_id FROM audit WHERE action = 'grant.revoke'`)).toEqual([
    { actor_id: 'jane', object_id: id },
  ]);
});

it('tells since when there is a grant, and not when it was last widened', async () => {
  const [before] = await world.userGrants.liveOf('brand-1', 'john');
  await world.decide(await world.request(), { brandUser: 'john' });
  const [after] = await world.userGrants.liveOf('brand-1', 'john');
  expect(after).toMatchObject({ id: before?.id, since: before?.since });
  expect(after?.endsAt.getTime()).toBeGreaterThan(before?.endsAt.getTime() ?? Infinity);
});

it('does not show a grant that has ended', async () => {
  await world.run('UPDATE delegation_grant SET ends_at = clock_timestamp()');
  const [row] = await world.run<{ id: string }>(`SELECT id FROM delegation_grant WHERE brand_user = 'john'`);
  expect(await world.userGrants.liveOf('brand-1', 'john')).toEqual([]);
  const grant = { grantId: row?.id ?? '', brandId: 'brand-1', brandUser: 'john' };
  expect(await world.userGrants.revokeByUser(grant, 'r')).toBe(false);
});
