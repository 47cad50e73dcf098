import { AuditLog } from '../audit/audit-log.repository';
import { CARD, ConsentWorld } from '../consents/consent-world.test-kit';
import { GrantAdmin } from '../grants/grant-admin.repository';
import { entry } from '../registry.test-kit';
import { BrandScopes, type ScopeUse } from './brand-scopes.repository';
import { Brands } from './brands.repository';

const LEFT = CARD.filter(id => id !== 'orders:cancel');
let world: ConsentWorld;
let scopes: BrandScopes;

beforeEach(async () => {
  world = await ConsentWorld.open();
  scopes = new BrandScopes(world.database.sql);
});
afterEach(() => world.close());

const accept = () => undefined;
const audit = () => entry('brand.scopes', 'brand-1');
const card = (ids: readonly string[]) => ids.map(id => ({ id, description: `May ${id}` }));
const replace = (ids: readonly string[], check: Parameters<BrandScopes['replace']>[2] = accept) =>
  scopes.replace('brand-1', card(ids), check, audit);
const idsNow = async () => (await new Brands(world.database.sql).find('brand-1'))?.scopes.map(({ id }) => id);
const tool = (name: string, needed: readonly string[]) =>
  world.run(
    `INSERT INTO tool (brand_id, name, description, parameters, scopes, effect, enabled, http)
     VALUES ('brand-1', $1, 'x', '{}', $2, 'read', true, '{}')`,
    [name, needed],
  );

describe('replacing the scopes of a Brand (PACT wire 4 and 6)', () => {
  it('keeps the order of the list, counts the version up and records it', async () => {
    const before = await replace([...CARD].reverse());
    expect(before).toMatchObject({ id: 'brand-1', version: 1 });
    expect(await idsNow()).toEqual([...CARD].reverse());
    expect(await new Brands(world.database.sql).find('brand-1')).toMatchObject({ version: 2 });
    const rows = await new AuditLog(world.database.sql).list({}, { limit: 10 });
    expect(rows).toMatchObject([{ action: 'brand.scopes' }]);
  });

  it('takes a scope that goes out of every grant of this Brand, and out of what was unticked', async () => {
    await world.decide(await world.request());
    await world.decide(await world.request({ sub: 'user-2' }), { ticked: ['orders:read'] });
    await world.decide(await world.request({ brandId: 'brand-2' }), { brandId: 'brand-2' });
    await replace(LEFT);
    const rows = await world.run(
      `SELECT brand_id, sub, scopes, unticked FROM delegation_grant ORDER BY brand_id, sub`,
    );
    expect(rows).toEqual([
      { brand_id: 'brand-1', sub: 'user-1', scopes: LEFT, unticked: [] },
      { brand_id: 'brand-1', sub: 'user-2', scopes: ['orders:read'], unticked: ['refunds:issue'] },
      { brand_id: 'brand-2', sub: 'user-1', scopes: CARD, unticked: [] },
    ]);
  });

  it('gives nothing back when a scope of that name comes again: it needs a new consent', async () => {
    await world.decide(await world.request());
    await replace(LEFT);
    await replace(CARD);
    expect((await world.grants()).map(grant => grant.scopes)).toEqual([LEFT]);
  });

  it('tells what stands on each scope: live grants alone, and the tools by name', async () => {
    await world.decide(await world.request());
    await world.decide(await world.request({ sub: 'user-2' }), { ticked: ['orders:read'] });
    await world.decide(await world.request({ sub: 'user-3' }));
    await world.run(`UPDATE delegation_grant SET ends_at = clock_timestamp() WHERE sub = 'user-3'`);
    await tool('b_tool', ['orders:cancel']);
    await tool('a_tool', ['orders:read', 'orders:cancel']);
    let uses: ReadonlyMap<string, ScopeUse> | undefined;
    await replace(CARD, (_before, seen) => {
      uses = seen;
    });
    expect(uses).toEqual(
      new Map([
        ['orders:read', { liveGrants: 2, tools: ['a_tool'] }],
        ['orders:cancel', { liveGrants: 1, tools: ['a_tool', 'b_tool'] }],
        ['refunds:issue', { liveGrants: 1, tools: [] }],
      ]),
    );
    expect(await scopes.uses('brand-1', CARD)).toEqual(uses);
  });

  it('changes nothing when the check refuses, and knows no Brand that is not there', async () => {
    await world.decide(await world.request());
    const refuse = () => {
      throw new Error('in use');
    };
    await expect(replace([], refuse)).rejects.toThrow('in use');
    expect(await idsNow()).toEqual(CARD);
    expect((await world.grants()).map(grant => grant.scopes)).toEqual([CARD]);
    expect(await scopes.replace('brand-9', [], accept, audit)).toBeUndefined();
  });
});

describe('a change of the card beside consents and revocations', () => {
  it('leaves no grant with a scope that is gone, whichever comes first', async () => {
    for (let round = 0; round < 8; round += 1) {
      const requests = await Promise.all(
        Array.from({ length: 4 }, (_, n) => world.request({ sub: `user-${n}` })),
      );
      await Promise.all([...requests.map(request => world.decide(request)), replace(LEFT)]);
      const rows = await world.grants();
      expect(rows).toHaveLength(4);
      for (const grant of rows) expect(grant.scopes).toEqual(LEFT);
      await world.run('TRUNCATE device_request, delegation_grant CASCADE');
      await replace(CARD);
    }
  });

  it('waits for nobody who waits for it: revocations of many at the same moment both come through', async () => {
    for (let n = 0; n < 10; n += 1) await world.decide(await world.request({ sub: `user-${n}` }));
    const admin = new GrantAdmin(world.database.sql);
    const which = { brandId: 'brand-1', personalAgentId: 'pa-1' };
    const [revoked] = await Promise.all([
      admin.revokeMany(which, () => entry('grant.revoke-many', 'brand-1')),
      replace(LEFT),
      admin.revokeMany({ brandId: 'brand-1', user: 'jane' }, () => entry('grant.revoke-many', 'brand-1')),
    ]);
    expect(revoked).toBeGreaterThanOrEqual(0);
    expect(await admin.list({ status: 'live' }, { limit: 20 })).toEqual([]);
  });

  it('P36: a Brand that closes lets no consent through afterwards', async () => {
    const request = await world.request();
    await new Brands(world.database.sql).close('brand-1', accept, () => entry('brand.close', 'brand-1'));
    expect(await world.decide(request)).toBeUndefined();
    expect(await world.stateOf(request)).toBe('pending');
    expect(await world.grants()).toEqual([]);
  });
});
