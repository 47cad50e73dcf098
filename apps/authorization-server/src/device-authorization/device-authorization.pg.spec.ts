import type { StubPersonalAgent } from '@surety/testing';
import { type OAuthClient } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('POST O/device_authorization (RFC 8628 3.1, PACT 5.3)', () => {
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

  it('[PACT-5.3-brand-login] [RFC8628-3.2-members] P17: gives codes, links and times exactly as PACT wire 3 writes them', async () => {
    const { status, json, headers } = await client.begin('orders:read');
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual([
      'device_code',
      'user_code',
      'verification_uri',
      'verification_uri_complete',
      'expires_in',
      'interval',
    ]);
    expect(json).toMatchObject({ expires_in: 600, interval: 5 });
    expect(json.device_code).toMatch(/^dc_[A-Za-z0-9_-]{43}$/);
    expect(json.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    const consent = client.addresses.consent;
    const login = 'https://brand.test/login?return_to=';
    expect(json.verification_uri).toBe(login + encodeURIComponent(consent));
    expect(json.verification_uri_complete).toBe(
      login + encodeURIComponent(`${consent}?user_code=${String(json.user_code)}`),
    );
    expect(headers.get('content-type')).toBe('application/json');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('pragma')).toBe('no-cache');
  });

  it('P22: links to our own consent address where the Brand keeps live sessions', async () => {
    const live = world.client(origin, agent, await world.brand({ liveSession: true }));
    const { json } = await live.begin('orders:read');
    expect(json.verification_uri).toBe(live.addresses.consent);
    expect(json.verification_uri_complete).toBe(
      `${live.addresses.consent}?user_code=${String(json.user_code)}`,
    );
  });

  it('stores no code in the clear, and the scopes in card order without duplicates', async () => {
    const { deviceCode } = await client.flow('orders:cancel orders:read orders:cancel');
    const rows = await world.run<{ scopes: string[] }>(
      'SELECT * FROM device_request ORDER BY id DESC LIMIT 1',
    );
    expect(JSON.stringify(rows)).not.toContain(deviceCode);
    expect(rows[0]?.scopes).toEqual(['orders:read', 'orders:cancel']);
  });

  it('P26: gives one User of a personal agent ten codes a minute, at every Brand and replica together', async () => {
    const elsewhere = await world.brand();
    const second = await world.boot();
    const [here, there] = [
      world.client(origin, agent, brandId, 'eager'),
      world.client(second, agent, elsewhere, 'eager'),
    ];
    const statuses = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, at) => (await (at % 2 ? here : there).begin('orders:read')).status,
      ),
    );
    expect(statuses.filter(status => status === 200)).toHaveLength(10);
    const refused = await here.begin('orders:read');
    expect([refused.status, refused.text]).toEqual([429, '']);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(60);
    expect((await world.client(origin, agent, brandId, 'another').begin('orders:read')).status).toBe(200);
    await world.run(
      `UPDATE device_request SET created_at = created_at - interval '60 seconds' WHERE sub = 'eager'`,
    );
    expect((await here.begin('orders:read')).status).toBe(200);
  });

  it('P26: a refused scope counts for nothing', async () => {
    const wrong = world.client(origin, agent, brandId, 'wrong');
    for (let at = 0; at < 12; at += 1) expect((await wrong.begin('nothing')).status).toBe(400);
    expect((await wrong.begin('orders:read')).status).toBe(200);
  });
});
