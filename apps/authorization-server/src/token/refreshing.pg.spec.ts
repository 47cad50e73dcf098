import type { StubPersonalAgent } from '@surety/testing';
import { type OAuthClient, type Tokens, tokensOf } from '../test-stack/oauth-client.test-kit';
import { CARD, OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('refreshing (RFC 6749 6, RFC 9700 4.14, P18)', () => {
  let world: OAuthWorld;
  let agent: StubPersonalAgent;
  let brandId: string;
  let client: OAuthClient;
  let other: OAuthClient;
  let users = 0;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    const [first, second] = [await world.boot(), await world.boot()];
    agent = await world.personalAgent();
    brandId = await world.brand();
    client = world.client(first, agent, brandId);
    other = world.client(second, agent, brandId);
  });
  afterAll(() => world.close());
  beforeEach(() => world.run('DELETE FROM device_request'));

  const granted = async (brandUser = `user-${(users += 1)}`, ticked = CARD): Promise<Tokens> => {
    const flow = await client.flow(ticked.join(' '));
    await world.decide(brandId, flow.userCode, { brandUser, ticked });
    return tokensOf(await client.poll(flow.deviceCode));
  };
  const errorOf = async (token: string, fields = {}, by = client) =>
    (await by.refresh(token, fields)).json.error;
  const isLive = async (brandUser: string) =>
    (
      await world.run('SELECT FROM delegation_grant WHERE brand_user = $1 AND revoked_at IS NULL', [
        brandUser,
      ])
    ).length;

  it('[PACT-5.4-refresh] rotates: a new pair each time, and the old token is good no more', async () => {
    const first = await granted();
    const second = tokensOf(await client.refresh(first.refresh));
    expect(second.refresh).not.toBe(first.refresh);
    expect(second.scope).toBe(CARD.join(' '));
    expect(await errorOf(first.refresh)).toBe('invalid_grant');
    expect((await other.refresh(second.refresh)).status).toBe(200);
  });

  it('takes a repeat within ten seconds for a lost answer: the grant lives on', async () => {
    const { refresh } = await granted('lost');
    const next = tokensOf(await client.refresh(refresh));
    expect(await errorOf(refresh, {}, other)).toBe('invalid_grant');
    expect(await isLive('lost')).toBe(1);
    expect((await client.refresh(next.refresh)).status).toBe(200);
  });

  it('takes a later repeat for theft: that grant ends at once, with its newest token, and no other does', async () => {
    const [stolen, untouched] = [await granted('stolen'), await granted('untouched')];
    const next = tokensOf(await client.refresh(stolen.refresh));
    await world.run(
      `UPDATE refresh_token SET used_at = used_at - interval '11 seconds' WHERE used_at IS NOT NULL`,
    );
    expect(await errorOf(stolen.refresh)).toBe('invalid_grant');
    expect(await errorOf(next.refresh, {}, other)).toBe('invalid_grant');
    expect([await isLive('stolen'), await isLive('untouched')]).toEqual([0, 1]);
    expect((await client.refresh(untouched.refresh)).status).toBe(200);
    const [audit] = await world.run<object>(
      `SELECT action, actor_id, reason FROM audit WHERE action = 'grant.revoke'`,
    );
    expect(audit).toMatchObject({ actor_id: 'refresh-reuse', reason: 'a refresh token was presented again' });
  });

  it('narrows one access token by `scope`, and the next has the whole grant again (P29)', async () => {
    const { refresh } = await granted();
    const narrow = tokensOf(
      await client.refresh(refresh, { scope: 'orders:cancel orders:read orders:cancel' }),
    );
    expect(narrow.scope).toBe('orders:read orders:cancel');
    expect(tokensOf(await client.refresh(narrow.refresh)).scope).toBe(CARD.join(' '));
  });

  it.each(['nothing:here', 'address:read', ' ', 'orders:read\0'])(
    'refuses the scope %j as invalid_scope and consumes nothing',
    async scope => {
      const { refresh } = await granted(undefined, ['orders:read']);
      const { status, json } = await client.refresh(refresh, { scope });
      expect([status, json.error]).toEqual([400, 'invalid_scope']);
      expect((await client.refresh(refresh)).status).toBe(200);
    },
  );

  it('gives what a later consent widened the grant to (P28)', async () => {
    const { refresh } = await granted('widened', ['orders:read']);
    await granted('widened', ['orders:cancel']);
    expect(tokensOf(await client.refresh(refresh)).scope).toBe('orders:read orders:cancel');
  });

  it('[PACT-5.4-refresh] P19: gives nothing once the grant has ended, at either replica', async () => {
    const { refresh } = await granted('over');
    await world.run(`UPDATE delegation_grant SET ends_at = now() WHERE brand_user = 'over'`);
    for (const replica of [client, other]) expect(await errorOf(refresh, {}, replica)).toBe('invalid_grant');
  });

  it('[PACT-5.4-lifetime] ends an access token with its grant (P20)', async () => {
    const { refresh } = await granted('ending');
    await world.run(
      `UPDATE delegation_grant SET ends_at = now() + interval '90 seconds' WHERE brand_user = 'ending'`,
    );
    const { json } = await client.refresh(refresh);
    expect(json.expires_in).toBeGreaterThan(60);
    expect(json.expires_in).toBeLessThanOrEqual(90);
  });

  it('gives exactly one of 20 parallel refreshes the tokens, at two replicas, and the grant lives', async () => {
    const { refresh } = await granted('racer');
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? client : other).refresh(refresh)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ json }) => json.error === 'invalid_grant')).toHaveLength(19);
    expect(await isLive('racer')).toBe(1);
  });
});
