import { FIRST_PACE } from '@surety/device-grant';
import { CARD, ConsentWorld } from '../consents/consent-world.test-kit';
import { GrantAdmin } from '../grants/grant-admin.repository';
import { entry } from '../registry.test-kit';
import { DeviceCodes, type NewDeviceCode } from './device-codes.repository';

const HOLDER = { brandId: 'brand-1', personalAgentId: 'pa-1', sub: 'user-1' };
let world: ConsentWorld;
let codes: DeviceCodes;

beforeAll(async () => {
  world = await ConsentWorld.open();
  codes = new DeviceCodes(world.database.sql);
});
afterAll(() => world.close());
beforeEach(() => world.run('TRUNCATE device_request, delegation_grant CASCADE'));

const open = (hash: string, changes: Partial<NewDeviceCode> = {}) =>
  codes.open({ ...HOLDER, scopes: CARD, hash, ...changes });
const redeem = (hash: string, successor: string, holder = HOLDER) =>
  codes.redeem(hash, holder, CARD, successor);
const refreshTokens = async () =>
  (await world.run<{ hash: string }>('SELECT hash FROM refresh_token')).map(({ hash }) => hash);
const revoke = (id: string) =>
  new GrantAdmin(world.database.sql).revoke(
    id,
    () => undefined,
    () => entry('grant.revoke', id),
  );

/** Opens a code and lets jane allow everything. Out: the id of the grant. */
async function approved(hash: string): Promise<string> {
  const opened = await open(hash);
  if (!('userCode' in opened)) throw new Error('the limit was reached');
  const consent = await world.consents.open('brand-1', opened.userCode, 'jane');
  await world.decide({ id: consent!.request.id, userCode: opened.userCode });
  const [grant] = await world.grants();
  return grant!.id;
}

describe('opening a device code (RFC 8628 3.2, P17)', () => {
  it('waits ten minutes for its User, at the first pace', async () => {
    await open('h1', { scopes: ['orders:read'] });
    const found = await codes.find('h1', CARD);
    expect(found).toMatchObject({ holder: HOLDER, state: 'pending', pace: FIRST_PACE, grantOver: false });
    const seconds = (found!.expiresAtMs - found!.nowMs) / 1000;
    expect(seconds).toBeGreaterThan(595);
    expect(seconds).toBeLessThanOrEqual(600);
    expect(await codes.find('h2', CARD)).toBeUndefined();
  });

  it('P26: gives ten a minute to one User of one personal agent, and says how long to wait', async () => {
    const opened = await Promise.all(Array.from({ length: 20 }, (_, n) => open(`h${n}`)));
    const refused = opened.filter(each => 'retryAfterSeconds' in each);
    expect(refused).toHaveLength(10);
    for (const { retryAfterSeconds } of refused as { retryAfterSeconds: number }[]) {
      expect(retryAfterSeconds).toBeGreaterThan(50);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    }
    expect(await open('other-sub', { sub: 'user-2' })).toHaveProperty('userCode');
    expect(await open('other-pa', { personalAgentId: 'pa-2' })).toHaveProperty('userCode');
    await world.run(`UPDATE device_request SET created_at = created_at - interval '61 seconds'`);
    expect(await open('later')).toHaveProperty('userCode');
  });

  it('counts device codes alone: a step-up of the same User takes no place', async () => {
    for (let n = 0; n < 12; n += 1) await world.request({ kind: 'step_up' });
    expect(await open('h1')).toHaveProperty('userCode');
  });
});

describe('the pace of polls (P17)', () => {
  it('is moved by one of the polls that saw the same', async () => {
    await open('h1');
    const { pace, nowMs } = (await codes.find('h1', CARD))!;
    const kept = await Promise.all(
      Array.from({ length: 10 }, () =>
        codes.keepPace('h1', pace, { intervalSeconds: 5, acceptedAtMs: nowMs }),
      ),
    );
    expect(kept.filter(Boolean)).toHaveLength(1);
    expect((await codes.find('h1', CARD))?.pace).toEqual({ intervalSeconds: 5, acceptedAtMs: nowMs });
    const slower = { intervalSeconds: 10, acceptedAtMs: nowMs };
    expect(await codes.keepPace('h1', { intervalSeconds: 5, acceptedAtMs: nowMs }, slower)).toBe(true);
  });
});

describe('exchanging a device code (P17, P19)', () => {
  it('yields the grant once, however many come at once, and stores one refresh token', async () => {
    const id = await approved('h1');
    const redeemed = await Promise.all(Array.from({ length: 20 }, (_, n) => redeem('h1', `r${n}`)));
    const winners = redeemed.filter(each => each !== undefined);
    expect(winners).toEqual([{ id, brandUser: 'jane', scopes: CARD, endsAt: expect.any(Date) }]);
    expect(await refreshTokens()).toEqual([`r${redeemed.findIndex(each => each !== undefined)}`]);
    expect((await codes.find('h1', CARD))?.state).toBe('consumed');
  });

  it.each([
    ['another Brand', { ...HOLDER, brandId: 'brand-2' }],
    ['another personal agent', { ...HOLDER, personalAgentId: 'pa-2' }],
    ['another sub', { ...HOLDER, sub: 'user-2' }],
  ])('changes nothing for %s (P15)', async (_who, holder) => {
    await approved('h1');
    expect(await redeem('h1', 'r1', holder)).toBeUndefined();
    expect(await refreshTokens()).toEqual([]);
    expect(await redeem('h1', 'r2')).toBeDefined();
  });

  it.each([
    ['pending', `UPDATE device_request SET state = 'pending'`],
    ['denied', `UPDATE device_request SET state = 'denied'`],
    ['expired', `UPDATE device_request SET expires_at = clock_timestamp()`],
  ])('refuses a code that is %s', async (_state, change) => {
    await approved('h1');
    await world.run(change);
    expect(await redeem('h1', 'r1')).toBeUndefined();
    expect(await refreshTokens()).toEqual([]);
  });

  it.each([
    ['revoked', `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'user'`],
    ['over', 'UPDATE delegation_grant SET ends_at = clock_timestamp()'],
    ['empty', `UPDATE delegation_grant SET scopes = '{}'`],
    ['of scopes that left the card', `UPDATE delegation_grant SET scopes = '{gone:scope}'`],
  ])('refuses a code whose grant is %s, and says so when it is read', async (_state, change) => {
    await approved('h1');
    await world.run(change);
    expect(await codes.find('h1', CARD)).toMatchObject({ state: 'approved', grantOver: true });
    expect(await redeem('h1', 'r1')).toBeUndefined();
    expect(await codes.find('h1', CARD)).toMatchObject({ state: 'approved' });
  });

  it('PACT 5.4: against a revocation at the same moment, no refresh token outlives the grant', async () => {
    for (let round = 0; round < 10; round += 1) {
      const id = await approved(`h${round}`);
      await Promise.all([redeem(`h${round}`, `r${round}`), revoke(id)]);
      const live = await world.run(
        `SELECT 1 FROM refresh_token t JOIN delegation_grant g ON g.id = t.grant_id WHERE g.revoked_at IS NULL`,
      );
      expect(live).toEqual([]);
      expect(await redeem(`h${round}`, `again${round}`)).toBeUndefined();
      await world.run('TRUNCATE device_request, delegation_grant CASCADE');
    }
  });
});
