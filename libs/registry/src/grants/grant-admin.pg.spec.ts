import { AuditLog } from '../audit/audit-log.repository';
import { ConsentWorld } from '../consents/consent-world.test-kit';
import { entry } from '../registry.test-kit';
import { GrantAdmin, type GrantListRow } from './grant-admin.repository';
import { Grants } from './grants.repository';

const PAGE = { limit: 50 };
let world: ConsentWorld;
let grants: GrantAdmin;

beforeEach(async () => {
  world = await ConsentWorld.open();
  grants = new GrantAdmin(world.database.sql);
});
afterEach(() => world.close());

const byOperator = (before: Pick<GrantListRow, 'id'>) => entry('grant.revoke', before.id);
const accept = () => undefined;

/** A live grant by consent; out: its id. */
async function consented(brandUser: string, draft: Parameters<ConsentWorld['request']>[0] = {}) {
  await world.decide(await world.request(draft), { brandUser, brandId: draft.brandId ?? 'brand-1' });
  const rows = await world.run<{ id: string }>('SELECT id FROM delegation_grant ORDER BY id DESC LIMIT 1');
  return rows[0]!.id;
}

/** Lets the term of a grant pass. */
const lapse = (id: string) =>
  world.run(`UPDATE delegation_grant SET ends_at = clock_timestamp() - interval '1 second' WHERE id = $1`, [
    id,
  ]);
const idsOf = async (filters: Parameters<GrantAdmin['list']>[0]) =>
  (await grants.list(filters, PAGE)).map(({ id }) => id);
const auditRows = () => new AuditLog(world.database.sql).list({ action: 'grant.revoke' }, PAGE);

describe('grants as operators see them (PACT wire 6)', () => {
  it('tells everything of a live grant', async () => {
    const id = await consented('jane');
    expect(await grants.find(id)).toEqual({
      id,
      brandId: 'brand-1',
      personalAgentId: 'pa-1',
      issuer: 'https://pa-1.example',
      sub: 'user-1',
      user: 'jane',
      scopes: ['orders:read', 'orders:cancel', 'refunds:issue'],
      unticked: [],
      consentedAt: expect.any(Date),
      endsAt: expect.any(Date),
      lastUsedAt: null,
      status: 'live',
      revokedAt: null,
      revokedBy: null,
      version: 1,
      createdAt: expect.any(Date),
      updatedAt: expect.any(Date),
    });
  });

  it('counts every change of a grant, whoever makes it, and not its use', async () => {
    const id = await consented('jane');
    const version = async () => (await grants.find(id))?.version;
    await new Grants(world.database.sql).touch(id);
    expect(await version()).toBe(1);
    await consented('jane', { scopes: ['orders:read'] });
    expect(await version()).toBe(2);
    await grants.revoke(id, accept, byOperator);
    const after = await grants.find(id);
    expect(after).toMatchObject({ version: 3, lastUsedAt: expect.any(Date) });
    expect(after!.updatedAt.getTime()).toBeGreaterThan(after!.createdAt.getTime());
  });

  it('finds by Brand, personal agent, sub, user and the Brands somebody may see, newest first', async () => {
    const jane = await consented('jane');
    const john = await consented('john', { sub: 'user-2' });
    const away = await consented('jane', { brandId: 'brand-2', personalAgentId: 'pa-2' });
    expect(await idsOf({})).toEqual([jane, john, away].sort().reverse());
    expect(await idsOf({ brandId: 'brand-2' })).toEqual([away]);
    expect(await idsOf({ personalAgentId: 'pa-2' })).toEqual([away]);
    expect(await idsOf({ sub: 'user-2' })).toEqual([john]);
    expect(await idsOf({ user: 'jane', brandIds: ['brand-1'] })).toEqual([jane]);
    expect(await idsOf({ brandIds: [] })).toEqual([]);
    expect(await grants.list({}, { limit: 1 })).toHaveLength(1);
    const [newest, second] = await grants.list({}, PAGE);
    expect((await grants.list({}, { limit: 1, before: newest!.id }))[0]).toEqual(second);
  });

  it('tells revoked from expired, also when a later consent has put the lapsed one aside', async () => {
    const lapsed = await consented('jane');
    await lapse(lapsed);
    expect(await grants.find(lapsed)).toMatchObject({ status: 'expired', revokedAt: null });
    const next = await consented('jane');
    const ended = await consented('john');
    await grants.revoke(ended, accept, byOperator);
    expect(await grants.find(lapsed)).toMatchObject({ status: 'expired', revokedAt: null, revokedBy: null });
    expect([
      await idsOf({ status: 'live' }),
      await idsOf({ status: 'expired' }),
      await idsOf({ status: 'revoked' }),
    ]).toEqual([[next], [lapsed], [ended]]);
  });
});

describe('revocation by an operator (P19)', () => {
  it('ends a live grant once, with one audit row, and names the operator', async () => {
    const id = await consented('jane');
    const revoked = await Promise.all(Array.from({ length: 5 }, () => grants.revoke(id, accept, byOperator)));
    expect(new Set(revoked.map(grant => grant?.status))).toEqual(new Set(['revoked']));
    expect(await grants.find(id)).toMatchObject({ revokedBy: 'operator', revokedAt: expect.any(Date) });
    expect(await auditRows()).toMatchObject([{ objectId: id }]);
  });

  it('leaves a grant that is over as it is, without an audit row', async () => {
    const id = await consented('jane');
    await lapse(id);
    expect(await grants.revoke(id, accept, byOperator)).toMatchObject({ status: 'expired', revokedBy: null });
    expect(await auditRows()).toEqual([]);
    expect(await grants.revoke('a2agrant_none', accept, byOperator)).toBeUndefined();
  });

  it('changes nothing when the check refuses', async () => {
    const id = await consented('jane');
    const refuse = () => {
      throw new Error('not yours');
    };
    await expect(grants.revoke(id, refuse, byOperator)).rejects.toThrow('not yours');
    expect(await grants.find(id)).toMatchObject({ status: 'live' });
  });

  it('ends every live grant of a personal agent or of a user at one Brand, and counts them', async () => {
    const jane = await consented('jane');
    const john = await consented('john', { sub: 'user-2' });
    const second = await consented('john', { personalAgentId: 'pa-2' });
    const away = await consented('john', { brandId: 'brand-2' });
    const lapsed = await consented('joan', { sub: 'user-3' });
    await lapse(lapsed);
    const many = (revoked: number) => entry('grant.revoke-many', 'brand-1', { after: { revoked } });
    expect(await grants.revokeMany({ brandId: 'brand-1', personalAgentId: 'pa-1' }, many)).toBe(2);
    expect(await idsOf({ status: 'live' })).toEqual([second, away].sort().reverse());
    expect(await idsOf({ status: 'revoked' })).toEqual([jane, john].sort().reverse());
    expect(await grants.revokeMany({ brandId: 'brand-1', user: 'john' }, many)).toBe(1);
    expect(await grants.revokeMany({ brandId: 'brand-1', user: 'john' }, many)).toBe(0);
    expect(await idsOf({ status: 'live' })).toEqual([away]);
    const rows = await new AuditLog(world.database.sql).list({ action: 'grant.revoke-many' }, PAGE);
    expect(rows.map(({ after }) => after)).toEqual([{ revoked: 1 }, { revoked: 2 }]);
  });

  it('counts each grant once when two of these meet', async () => {
    for (const sub of ['user-1', 'user-2', 'user-3']) await consented('jane', { sub });
    const many = (revoked: number) => entry('grant.revoke-many', 'brand-1', { after: { revoked } });
    const counts = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        grants.revokeMany(
          n % 2 ? { brandId: 'brand-1', user: 'jane' } : { brandId: 'brand-1', personalAgentId: 'pa-1' },
          many,
        ),
      ),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
  });
});
