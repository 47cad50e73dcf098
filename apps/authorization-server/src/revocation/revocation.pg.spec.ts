import type { StubPersonalAgent } from '@surety/testing';

import { generateSigningJwk, signDelegationToken } from '@surety/tokens';
import { decodeJwt } from 'jose';
import { type OAuthClient, type Tokens, tokensOf } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('POST O/revoke (RFC 7009, P19)', () => {
  let world: OAuthWorld;
  let agent: StubPersonalAgent;
  let brandId: string;
  let client: OAuthClient;
  let other: OAuthClient;

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

  const granted = async (brandUser = 'jane'): Promise<Tokens> => {
    const flow = await client.flow();
    await world.decide(brandId, flow.userCode, { brandUser });
    return tokensOf(await client.poll(flow.deviceCode));
  };
  const liveGrants = () =>
    world.run<object>('SELECT brand_user FROM delegation_grant WHERE revoked_at IS NULL');

  it.each(['access', 'refresh'] as const)('ends the grant by its %s token, on every replica', async kind => {
    const tokens = await granted();
    const kept = await granted('joan');
    const answer = await client.revoke(tokens[kind], { token_type_hint: 'wrong_hint' });
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await other.refresh(tokens.refresh)).json.error).toBe('invalid_grant');
    expect(await liveGrants()).toEqual([{ brand_user: 'joan' }]);
    expect((await other.refresh(kept.refresh)).status).toBe(200);
  });

  it('ends the grant by a refresh token that was used already', async () => {
    const tokens = await granted();
    const next = tokensOf(await client.refresh(tokens.refresh));
    await client.revoke(tokens.refresh);
    expect((await client.refresh(next.refresh)).json.error).toBe('invalid_grant');
  });

  it('is audited once, however often it is asked', async () => {
    await world.run('DELETE FROM audit');
    const tokens = await granted('audited');
    for (const replica of [client, other, client]) await replica.revoke(tokens.refresh);
    const rows = await world.run<object>(
      `SELECT actor_role, object_type FROM audit WHERE action = 'grant.revoke'`,
    );
    expect(rows).toEqual([{ actor_role: 'personal-agent', object_type: 'grant' }]);
    const [row] = await world.run<object>(
      `SELECT revoked_by FROM delegation_grant WHERE brand_user = 'audited'`,
    );
    expect(row).toEqual({ revoked_by: 'personal-agent' });
  });

  it('believes no delegation token that the Brand did not sign', async () => {
    const tokens = await granted('forged');
    const { grant_id } = decodeJwt(tokens.access);
    const { issuer, interfaceUrl } = client.addresses;
    const iat = Math.floor(Date.now() / 1000);
    const claims = {
      issuer,
      interfaceUrl,
      brandUser: 'forged',
      clientId: agent.issuer,
      scopes: ['orders:read'],
    };
    const forged = signDelegationToken(generateSigningJwk('ES256').privateJwk, {
      ...claims,
      grantId: String(grant_id),
      iat,
      exp: iat + 60,
      jti: 'x',
    });
    expect((await client.revoke(forged)).status).toBe(200);
    expect((await client.refresh(tokens.refresh)).status).toBe(200);
  });
});
