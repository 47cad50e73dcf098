import type { StubPersonalAgent } from '@surety/testing';
import { type OAuthClient } from '../test-stack/oauth-client.test-kit';
import { CARD, OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('polling a device code (RFC 8628 3.5, P17)', () => {
  let world: OAuthWorld;
  let agent: StubPersonalAgent;
  let brandId: string;
  let client: OAuthClient;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    const origin = await world.boot();
    agent = await world.personalAgent();
    brandId = await world.brand();
    client = world.client(origin, agent, brandId);
  });
  afterAll(() => world.close());
  beforeEach(() => world.run('DELETE FROM device_request'));

  const errorOf = async (deviceCode: string) => (await client.poll(deviceCode)).json.error;
  /** Lets time pass since the last poll that was accepted. */
  const pass = (seconds: number) =>
    world.run('UPDATE device_request SET accepted_at = accepted_at - make_interval(secs => $1)', [seconds]);
  const expire = () => world.run(`UPDATE device_request SET expires_at = now()`);

  it('[RFC8628-3.5-slow-down] answers an early poll slow_down, and raises the interval once', async () => {
    const { deviceCode } = await client.flow();
    expect(await errorOf(deviceCode)).toBe('authorization_pending');
    expect(await errorOf(deviceCode)).toBe('slow_down');
    expect(await errorOf(deviceCode)).toBe('slow_down');
    const [row] = await world.run<{ interval_seconds: number }>(
      'SELECT interval_seconds FROM device_request',
    );
    expect(row?.interval_seconds).toBe(10);
  });

  it('tolerates one second, and lets a client recover that obeys', async () => {
    const { deviceCode } = await client.flow();
    await errorOf(deviceCode);
    await pass(4.1);
    expect(await errorOf(deviceCode)).toBe('authorization_pending');
    expect(await errorOf(deviceCode)).toBe('slow_down');
    await pass(4.1);
    expect(await errorOf(deviceCode)).toBe('slow_down');
    await pass(5);
    expect(await errorOf(deviceCode)).toBe('authorization_pending');
    await pass(9.1);
    expect(await errorOf(deviceCode)).toBe('authorization_pending');
  });

  it('counts the pace of parallel polls one after the other', async () => {
    const { deviceCode } = await client.flow();
    const errors = await Promise.all(Array.from({ length: 20 }, () => errorOf(deviceCode)));
    expect(errors.filter(error => error === 'authorization_pending')).toHaveLength(1);
    expect(errors.filter(error => error === 'slow_down')).toHaveLength(19);
  });

  it('gives tokens to an early poll too, once the User has allowed', async () => {
    const { deviceCode, userCode } = await client.flow();
    await errorOf(deviceCode);
    await world.decide(brandId, userCode);
    expect((await client.poll(deviceCode)).status).toBe(200);
  });

  it('[RFC8628-3.5-denied] says that the User declined, also after the end, and that nothing ticked is a no (P23)', async () => {
    const denied = await client.flow();
    await world.decide(brandId, denied.userCode, { decision: 'deny' });
    const empty = await client.flow();
    await world.decide(brandId, empty.userCode, { ticked: [] });
    for (const { deviceCode } of [denied, empty]) expect(await errorOf(deviceCode)).toBe('access_denied');
    await expire();
    expect(await errorOf(denied.deviceCode)).toBe('access_denied');
  });

  it('[RFC8628-3.5-expired] says that the code has expired, by the database clock, whether or not the User allowed in time', async () => {
    const [late, allowed] = [await client.flow(), await client.flow()];
    await world.decide(brandId, allowed.userCode);
    await expire();
    for (const { deviceCode } of [late, allowed]) expect(await errorOf(deviceCode)).toBe('expired_token');
  });

  it('P19: gives nothing for a grant that ended before the code was exchanged', async () => {
    const revoked = await client.flow();
    await world.decide(brandId, revoked.userCode, { brandUser: 'one' });
    const over = await client.flow();
    await world.decide(brandId, over.userCode, { brandUser: 'two' });
    await world.run(
      `UPDATE delegation_grant SET revoked_at = now(), revoked_by = 'user' WHERE brand_user = 'one'`,
    );
    await world.run(`UPDATE delegation_grant SET ends_at = now() WHERE brand_user = 'two'`);
    for (const { deviceCode } of [revoked, over]) expect(await errorOf(deviceCode)).toBe('invalid_grant');
    const issued = `SELECT FROM refresh_token t JOIN delegation_grant g ON g.id = t.grant_id WHERE brand_user IN ('one', 'two')`;
    expect(await world.run(issued)).toEqual([]);
  });

  it('P29: gives the whole grant, not what this code asked for', async () => {
    const first = await client.flow('orders:read');
    await world.decide(brandId, first.userCode, { brandUser: 'wide' });
    await client.poll(first.deviceCode);
    const second = await client.flow('orders:cancel');
    await world.decide(brandId, second.userCode, { brandUser: 'wide' });
    expect((await client.poll(second.deviceCode)).json.scope).toBe('orders:read orders:cancel');
  });

  it('[RFC8628-3.5-once] gives exactly one of 20 parallel polls the tokens, at two replicas', async () => {
    const other = world.client(await world.boot(), agent, brandId);
    const { deviceCode, userCode } = await client.flow();
    await world.decide(brandId, userCode, { ticked: CARD, brandUser: 'racer' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? client : other).poll(deviceCode)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.error === 'invalid_grant')).toHaveLength(19);
  });
});
