import { WORLD_PUBLIC_URL } from '@surety/testing';
import { readJwks } from '@surety/tokens';
import type { OAuthClient } from '../test-stack/oauth-client.test-kit';
import { CARD, OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('what the authorization server publishes (RFC 8414, P5, P24, P30)', () => {
  let world: OAuthWorld;
  let brandId: string;
  let client: OAuthClient;
  let issuer: string;
  let wellKnown: string;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    const origin = await world.boot();
    brandId = await world.brand();
    client = world.client(origin, await world.personalAgent(), brandId);
    issuer = client.addresses.issuer;
    wellKnown = `${WORLD_PUBLIC_URL}/.well-known/oauth-authorization-server/a2a/${brandId}/oauth`;
  });
  afterAll(() => world.close());

  it('[PACT-5.1-metadata] gives the same bytes of metadata at both addresses, in the order of PACT wire 3', async () => {
    const below = await client.request(client.addresses.metadata);
    expect((await client.request(wellKnown)).text).toBe(below.text);
    expect(below.text).toBe(
      JSON.stringify({
        issuer,
        device_authorization_endpoint: `${issuer}/device_authorization`,
        token_endpoint: `${issuer}/token`,
        revocation_endpoint: `${issuer}/revoke`,
        jwks_uri: `${issuer}/jwks.json`,
        scopes_supported: CARD,
        response_types_supported: [],
        grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        token_endpoint_auth_methods_supported: ['none'],
        revocation_endpoint_auth_methods_supported: ['none'],
        ui_locales_supported: ['en', 'ar', 'es'],
      }),
    );
  });

  it('takes no address from a request', async () => {
    const headers = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' };
    expect((await client.request(wellKnown, { headers })).json.issuer).toBe(issuer);
  });

  it('publishes the keys of the Brand and their public members alone', async () => {
    const { json, text } = await client.request(client.addresses.jwks);
    const [key] = json.keys as object[];
    expect(Object.keys(key ?? {})).toEqual(['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use']);
    expect(readJwks(text).ok).toBe(true);
  });

  it('has keys of its own for every Brand', async () => {
    const other = world.client(client.origin, await world.personalAgent(), await world.brand());
    const [ours, theirs] = [
      await client.request(client.addresses.jwks),
      await other.request(other.addresses.jwks),
    ];
    expect(theirs.text).not.toBe(ours.text);
  });

  describe.each(['metadata', 'well-known metadata', 'jwks'])('%s', name => {
    const address = () =>
      ({ metadata: client.addresses.metadata, jwks: client.addresses.jwks })[name] ?? wellKnown;

    it('is JSON that any site may read and keep for five minutes', async () => {
      const { status, headers } = await client.request(address());
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('request-id')).toMatch(/^[0-9A-Z]{26}$/);
    });

    it('answers HEAD like GET without a body', async () => {
      const got = await client.request(address());
      const headed = await client.request(address(), { method: 'HEAD' });
      expect([headed.status, headed.text]).toEqual([200, '']);
      expect(headed.headers.get('content-length')).toBe(String(Buffer.byteLength(got.text)));
    });

    it('answers OPTIONS with 204 and CORS', async () => {
      const { status, headers, text } = await client.request(address(), { method: 'OPTIONS' });
      expect([status, text]).toEqual([204, '']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    });

    it('refuses other verbs with an empty 405', async () => {
      const { status, headers, text } = await client.request(address(), { method: 'POST', body: 'x' });
      expect([status, headers.get('allow'), text]).toEqual([405, 'GET, HEAD, OPTIONS', '']);
      expect(headers.get('cache-control')).toBe('no-store');
    });
  });

  it('P31, P36: knows no Brand that is closed, does not delegate, or has lost what delegation needs', async () => {
    const statusOf = async (id: string) =>
      (await client.request(client.addresses.metadata.replace(brandId, id))).status;
    const off = await world.brand({ enabled: false });
    const without = await world.brand({}, []);
    const keyless = await world.brand({ keys: { jwks: { keys: [] } } });
    const closed = await world.brand();
    expect(await statusOf(closed)).toBe(200);
    await world.run('UPDATE brand SET closed_at = now() WHERE id = $1', [closed]);
    for (const id of [off, without, keyless, '01JUNKNOWN'])
      expect([id, await statusOf(id)]).toEqual([id, 404]);
    await expect(until(async () => (await statusOf(closed)) === 404)).resolves.toBe(true);
  });

  it('P37: shows a change of the card within a second', async () => {
    const changing = world.client(client.origin, await world.personalAgent(), await world.brand());
    const scopes = async () => (await changing.request(changing.addresses.metadata)).json.scopes_supported;
    expect(await scopes()).toEqual(CARD);
    await world.run(`UPDATE brand SET scopes = '[{"id":"x","description":"X"}]' WHERE id = $1`, [
      changing.addresses.interfaceUrl.split('/').pop(),
    ]);
    await expect(until(async () => JSON.stringify(await scopes()) === '["x"]')).resolves.toBe(true);
  });
});

/** Whether the condition comes true within a second, which is the bound of P37. */
async function until(condition: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 1000;
  while (Date.now() < end) if (await condition()) return true;
  return condition();
}
