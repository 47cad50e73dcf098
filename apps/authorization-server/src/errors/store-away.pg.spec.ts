import { DEVICE_CODE_GRANT } from '@surety/device-grant';
import { type StubPersonalAgent, TcpGate } from '@surety/testing';
import { type OAuthClient, tokensOf } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

describe('while PostgreSQL is away (P37)', () => {
  let world: OAuthWorld;
  let gate: TcpGate;
  let agent: StubPersonalAgent;
  let brandId: string;
  let client: OAuthClient;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    gate = await TcpGate.to(world.database.url);
    const origin = await world.boot({ DATABASE_URL: gate.url, SURETY_LOG_LEVEL: 'fatal' });
    agent = await world.personalAgent();
    brandId = await world.brand();
    client = world.client(origin, agent, brandId);
  });
  afterAll(async () => {
    await gate.open().catch(() => undefined);
    await world.close();
    await gate.shut();
  });

  it('answers 503 of the right kind on every address, never 401 or invalid_grant, and goes on afterwards', async () => {
    const flow = await client.flow();
    await world.decide(brandId, flow.userCode);
    const tokens = tokensOf(await client.poll(flow.deviceCode));
    const { addresses } = client;
    await gate.shut();
    const json = [
      await client.begin('orders:read'),
      await client.poll(flow.deviceCode),
      await client.post(addresses.token, {
        grant_type: DEVICE_CODE_GRANT,
        device_code: `dc_${'A'.repeat(43)}`,
      }),
      await client.refresh(tokens.refresh),
      await client.revoke(tokens.refresh),
      await client.request(addresses.metadata),
      await client.request(addresses.jwks),
    ];
    for (const { status, json: body, headers } of json) {
      expect([status, body.error]).toEqual([503, 'temporarily_unavailable']);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('request-id')).toBeTruthy();
    }
    for (const page of [addresses.consent, addresses.connectedAgents, addresses.receipt]) {
      const { status, headers, text } = await client.request(page);
      expect([status, headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(text).toContain('<html');
    }
    await gate.open();
    const end = Date.now() + 15_000;
    let answer = await client.refresh(tokens.refresh);
    while (answer.status === 503 && Date.now() < end) answer = await client.refresh(tokens.refresh);
    expect(answer.status).toBe(200);
  }, 40_000);
});
