import { AuditLog } from '../audit/audit-log.repository';
import { CARD, ConsentWorld } from '../consents/consent-world.test-kit';
import { GrantAdmin } from '../grants/grant-admin.repository';
import { HeldGrants } from '../grants/held-grants.repository';
import { entry } from '../registry.test-kit';
import { RefreshTokens } from './refresh-tokens.repository';

const HOLDER = { brandId: 'brand-1', personalAgentId: 'pa-1', sub: 'user-1' };
let world: ConsentWorld;
let tokens: RefreshTokens;
let held: HeldGrants;

beforeAll(async () => {
  world = await ConsentWorld.open();
  tokens = new RefreshTokens(world.database.sql);
  held = new HeldGrants(world.database.sql);
});
afterAll(() => world.close());
beforeEach(() => world.run('TRUNCATE device_request, delegation_grant, audit CASCADE'));

/** A grant of jane with one refresh token. Out: its id. */
async function granted(hash: string): Promise<string> {
  await world.decide(await world.request());
  const [grant] = await world.grants();
  await world.run('INSERT INTO refresh_token (hash, grant_id) VALUES ($1, $2)', [hash, grant!.id]);
  return grant!.id;
}
const rotate = (hash: string, successor: string, holder = HOLDER, scopes = CARD) =>
  tokens.rotate(hash, successor, holder, scopes);
const ending = (grantId: string, by: 'personal-agent' | 'refresh-reuse') =>
  ({ grantId, brandId: 'brand-1', personalAgentId: 'pa-1', by, requestId: 'http-1' }) as const;

describe('refreshing (P18)', () => {
  it('tells a token with its grant, and whether it was used', async () => {
    const id = await granted('r1');
    expect(await tokens.find('r1')).toMatchObject({
      grantId: id,
      holder: HOLDER,
      grant: { scopes: CARD, revoked: false },
      usedAtMs: undefined,
    });
    await rotate('r1', 'r2');
    const used = await tokens.find('r1');
    expect(used!.nowMs - used!.usedAtMs!).toBeGreaterThanOrEqual(0);
    expect(await tokens.find('none')).toBeUndefined();
  });

  it('uses a token once, however many come at once, and stores one successor', async () => {
    const id = await granted('r1');
    const rotated = await Promise.all(Array.from({ length: 20 }, (_, n) => rotate('r1', `s${n}`)));
    expect(rotated.filter(each => each !== undefined)).toEqual([
      { id, brandUser: 'jane', scopes: CARD, endsAt: expect.any(Date) },
    ]);
    const rows = await world.run<{ hash: string }>('SELECT hash FROM refresh_token ORDER BY hash');
    expect(rows.map(({ hash }) => hash)).toEqual(['r1', `s${rotated.findIndex(each => each !== undefined)}`]);
  });

  it.each([
    ['another Brand', { ...HOLDER, brandId: 'brand-2' }],
    ['another personal agent', { ...HOLDER, personalAgentId: 'pa-2' }],
    ['another sub', { ...HOLDER, sub: 'user-2' }],
  ])('changes nothing for %s', async (_who, holder) => {
    await granted('r1');
    expect(await rotate('r1', 's1', holder)).toBeUndefined();
    expect(await tokens.find('r1')).toMatchObject({ usedAtMs: undefined });
    expect(await tokens.find('s1')).toBeUndefined();
  });

  it.each([
    ['is revoked', `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'user'`],
    ['is over', 'UPDATE delegation_grant SET ends_at = clock_timestamp()'],
    ['has other scopes than were decided on', `UPDATE delegation_grant SET scopes = '{orders:read}'`],
  ])('uses nothing when the grant %s', async (_state, change) => {
    await granted('r1');
    await world.run(change);
    expect(await rotate('r1', 's1')).toBeUndefined();
    expect(await tokens.find('r1')).toMatchObject({ usedAtMs: undefined });
  });

  it('PACT 5.4: against a revocation at the same moment, no token of the grant works afterwards', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await granted(`r${round}`);
      await Promise.all([
        rotate(`r${round}`, `s${round}`),
        new GrantAdmin(world.database.sql).revoke(
          id,
          () => undefined,
          () => entry('grant.revoke', id),
        ),
      ]);
      expect(await rotate(`r${round}`, `t${round}`)).toBeUndefined();
      expect(await rotate(`s${round}`, `u${round}`)).toBeUndefined();
      await world.run('TRUNCATE device_request, delegation_grant CASCADE');
    }
  });
});

describe('the end of a grant by those who hold its tokens (P18, P19)', () => {
  it.each([
    ['personal-agent', { actorId: 'pa-1', actorRole: 'personal-agent' }],
    ['refresh-reuse', { actorId: 'refresh-reuse', actorRole: 'system' }],
  ] as const)('comes once by %s, audited', async (by, actor) => {
    const id = await granted('r1');
    const ended = await Promise.all(Array.from({ length: 5 }, () => held.end(ending(id, by))));
    expect(ended.filter(Boolean)).toHaveLength(1);
    expect(await held.find(id)).toMatchObject({ holder: HOLDER, grant: { revoked: true } });
    expect(await rotate('r1', 's1')).toBeUndefined();
    const rows = await new AuditLog(world.database.sql).list({ action: 'grant.revoke' }, { limit: 10 });
    expect(rows).toMatchObject([{ ...actor, objectId: id, brandId: 'brand-1' }]);
  });

  it('leaves the other grants of the User alone', async () => {
    const id = await granted('r1');
    await world.decide(await world.request({ personalAgentId: 'pa-2' }));
    await held.end(ending(id, 'refresh-reuse'));
    expect((await world.userGrants.liveOf('brand-1', 'jane')).map(({ issuer }) => issuer)).toEqual([
      'https://pa-2.example',
    ]);
  });

  it('does nothing to a grant that is over or was never there', async () => {
    const id = await granted('r1');
    await world.run('UPDATE delegation_grant SET ends_at = clock_timestamp()');
    expect(await held.end(ending(id, 'personal-agent'))).toBe(false);
    expect(await held.end(ending('a2agrant_none', 'personal-agent'))).toBe(false);
    expect(await held.find('a2agrant_none')).toBeUndefined();
  });
});
