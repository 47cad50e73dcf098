import { decodeJwt } from 'jose';
import { readJwks, verifyDelegationToken } from '@surety/tokens';
import type { StubPersonalAgent } from '@surety/testing';
import { type OAuthClient, tokensOf } from '../test-stack/oauth-client.test-kit';
import { CARD, OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('the device flow (RFC 8628, PACT 5.3)', () => {
  let world: OAuthWorld;
  let origin: string;
  let agent: StubPersonalAgent;
  let brandId: string;
  let client: OAuthClient;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    origin = await world.boot();
    agent = await world.personalAgent();
    brandId = await world.brand();
    client = world.client(origin, agent, brandId);
  });
  afterAll(() => world.close());

  it('[PACT-5.4-lifetime] P17, P20: gives tokens once the User has allowed, and never twice', async () => {
    const flow = await client.flow();
    expect((await client.poll(flow.deviceCode)).json).toMatchObject({ error: 'authorization_pending' });
    await world.decide(brandId, flow.userCode);
    const answer = await client.poll(flow.deviceCode);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual([
      'token_type',
      'access_token',
      'refresh_token',
      'expires_in',
      'scope',
    ]);
    expect(answer.json).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: CARD.join(' ') });
    expect(answer.json.refresh_token).toMatch(/^rt_[A-Za-z0-9_-]{43}$/);
    const again = await client.poll(flow.deviceCode);
    expect([again.status, again.json.error]).toEqual([400, 'invalid_grant']);
  });

  it('[PACT-5.4-jwt] PACT 5.4: signs a delegation token that the published keys verify', async () => {
    const flow = await client.flow('orders:cancel orders:read orders:read');
    await world.decide(brandId, flow.userCode, { brandUser: 'joan' });
    const { access, scope } = tokensOf(await client.poll(flow.deviceCode));
    const { text } = await client.request(client.addresses.jwks);
    const keys = readJwks(text);
    const { issuer, interfaceUrl } = client.addresses;
    const expected = { issuer, interfaceUrl, clientId: agent.issuer };
    expect(keys.ok && verifyDelegationToken(access, keys.value, expected, Date.now())).toMatchObject({
      ok: true,
      value: { brandUser: 'joan', scopes: ['orders:read', 'orders:cancel'] },
    });
    expect(scope).toBe('orders:read orders:cancel');
    expect(decodeJwt(access)).toMatchObject({ grant_id: expect.stringMatching(/^a2agrant_[0-9A-Z]{26}$/) });
  });
});
