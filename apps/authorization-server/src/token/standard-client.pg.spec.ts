import type { StubPersonalAgent } from '@surety/testing';
import * as client from 'openid-client';
import { CARD, OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('a standard OAuth client, unmodified (RFC 8414, 8628, 6749, 7009)', () => {
  let world: OAuthWorld;
  let origin: string;
  let agent: StubPersonalAgent;
  let brandId: string;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    origin = await world.boot();
    agent = await world.personalAgent();
    brandId = await world.brand();
  });
  afterAll(() => world.close());

  /** All that PACT asks of a standard client beside: the personal-agent JWT as a header (PACT 3.2). */
  const withJwt: client.CustomFetch = (url, options) => {
    const { pathname, search } = new URL(url);
    const headers = {
      ...options.headers,
      authorization: `Bearer ${agent.token({ audience: world.audience, sub: 'user-1' })}`,
    };
    return fetch(`${origin}${pathname}${search}`, { ...options, headers } as RequestInit);
  };

  it.each(['oauth2', 'oidc'] as const)(
    'discovers the server by its issuer (%s form of the address)',
    async algorithm => {
      const { issuer } = world.client(origin, agent, brandId).addresses;
      const server = new URL(
        algorithm === 'oauth2' ? issuer : `${issuer}/.well-known/oauth-authorization-server`,
      );
      const config = await client.discovery(server, agent.issuer, undefined, client.None(), {
        algorithm,
        [client.customFetch]: withJwt,
      });
      expect(config.serverMetadata().issuer).toBe(issuer);
    },
  );

  it('runs the device flow, refreshes with rotation, narrows, and revokes', async () => {
    const { issuer } = world.client(origin, agent, brandId).addresses;
    const config = await client.discovery(new URL(issuer), agent.issuer, undefined, client.None(), {
      algorithm: 'oauth2',
      [client.customFetch]: withJwt,
    });
    const flow = await client.initiateDeviceAuthorization(config, { scope: CARD.join(' ') });
    await world.decide(brandId, flow.user_code);
    const tokens = await client.pollDeviceAuthorizationGrant(config, { ...flow, interval: 0 });
    expect([tokens.token_type, tokens.scope, tokens.expires_in]).toEqual(['bearer', CARD.join(' '), 3600]);
    const narrow = await client.refreshTokenGrant(config, tokens.refresh_token ?? '', {
      scope: 'orders:read',
    });
    expect([narrow.scope, narrow.refresh_token === tokens.refresh_token]).toEqual(['orders:read', false]);
    await client.tokenRevocation(config, narrow.access_token);
    await expect(client.refreshTokenGrant(config, narrow.refresh_token ?? '')).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  it('understands our refusals', async () => {
    const { issuer } = world.client(origin, agent, brandId).addresses;
    const config = await client.discovery(new URL(issuer), agent.issuer, undefined, client.None(), {
      algorithm: 'oauth2',
      [client.customFetch]: withJwt,
    });
    await expect(client.initiateDeviceAuthorization(config, { scope: 'nothing' })).rejects.toMatchObject({
      error: 'invalid_scope',
    });
    const flow = await client.initiateDeviceAuthorization(config, { scope: 'orders:read' });
    await world.decide(brandId, flow.user_code, { decision: 'deny' });
    const polling = client.pollDeviceAuthorizationGrant(config, { ...flow, interval: 0 });
    await expect(polling).rejects.toMatchObject({ error: 'access_denied' });
  });
});
