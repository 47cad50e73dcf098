import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningApp } from '@surety/platform';
import { StubDelegatedBrand } from '@surety/testing';
import {
  type DelegationTokenClaims,
  type PrivateSigningJwk,
  generateSigningJwk,
  privateKeyOf,
  signDelegationToken,
  signRequest,
} from '@surety/tokens';
import { bootSandbox } from './boot';

const SANDBOX = 'https://sandbox.example';
const webhook = generateSigningJwk('ES256');

describe("the demo Brand's account API (PACT wire 5.4)", () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'surety-sandbox-'));
  let provider: StubDelegatedBrand;
  let app: RunningApp;
  let users = 0;

  beforeAll(async () => {
    provider = await StubDelegatedBrand.start();
    writeFileSync(
      join(dataDir, 'sandbox-brand.json'),
      JSON.stringify({ interfaceUrl: provider.interfaceUrl }),
    );
    app = await bootSandbox({
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_DATA_DIR: dataDir,
      SURETY_SANDBOX_URL: SANDBOX,
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'fatal',
    });
  });
  afterAll(async () => {
    await app.stop();
    await provider.stop();
    rmSync(dataDir, { recursive: true });
  });

  const freshUser = () => `user-${(users += 1)}`;
  const token = (claims: Partial<DelegationTokenClaims> = {}, key?: PrivateSigningJwk) => {
    const iat = Math.floor(Date.now() / 1000);
    return signDelegationToken(key ?? provider.oauth.privateJwk, {
      issuer: provider.oauth.issuer,
      interfaceUrl: provider.interfaceUrl,
      brandUser: 'fern-1001',
      clientId: 'https://pa.example',
      scopes: ['orders:read', 'address:read', 'orders:cancel'],
      grantId: 'a2agrant_1',
      iat,
      exp: iat + 3600,
      jti: 'j-1',
      ...claims,
    });
  };
  const call = async (method: string, path: string, bearer: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${app.origins[0]}/brand/api${path}`, {
      method,
      headers: { authorization: `Bearer ${bearer}`, ...headers },
    });
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  };

  it('answers the User of the token', async () => {
    const brandUser = freshUser();
    const orders = await call('GET', '/orders', token({ brandUser }));
    expect(orders).toMatchObject({ status: 200, body: { orders: expect.any(Array) } });
    expect(orders.body.text).toContain('A-88240');
    const one = await call('GET', '/orders/a-88213', token({ brandUser }));
    expect(one.body).toMatchObject({ order: 'A-88213', found: true, status: 'shipped' });
    expect((await call('GET', '/orders/Z-00000', token({ brandUser }))).body).toMatchObject({ found: false });
    expect((await call('GET', '/address', token({ brandUser }))).body.text).toContain('Heather Lane');
  });

  it.each([
    ['for another Brand', { interfaceUrl: 'https://provider.example/a2a/other' }],
    ['of another authorization server', { issuer: 'https://provider.example/a2a/other/oauth' }],
    ['that is over', { exp: 1 }],
  ])('refuses a token %s', async (_, claims) => {
    const refused = await call('GET', '/orders', token(claims));
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain('invalid_token');
  });

  it('refuses a token of a key that is not published, no token, and another scheme', async () => {
    const forged = token({}, generateSigningJwk('ES256').privateJwk);
    expect((await call('GET', '/orders', forged)).status).toBe(401);
    expect((await call('GET', '/orders', '')).status).toBe(401);
    expect((await call('GET', '/orders', '', { authorization: `Basic ${token()}` })).status).toBe(401);
  });

  it.each([
    ['GET', '/orders', 'orders:read'],
    ['GET', '/orders/A-88213', 'orders:read'],
    ['GET', '/address', 'address:read'],
    ['POST', '/orders/A-88240/cancellation', 'orders:cancel'],
  ])('%s %s needs %s and says so', async (method, path, scope) => {
    const all = ['orders:read', 'address:read', 'orders:cancel'];
    const refused = await call(method, path, token({ scopes: all.filter(id => id !== scope) }));
    expect(refused).toMatchObject({ status: 403, body: { error: 'insufficient_scope', scope } });
    const brandUser = freshUser();
    expect((await call(method, path, token({ brandUser, scopes: [scope] }))).status).toBe(200);
  });

  it('cancels what has not left, of this User only, and nothing twice', async () => {
    const [mine, other] = [freshUser(), freshUser()];
    const path = '/orders/A-88240/cancellation';
    expect((await call('POST', path, token({ brandUser: mine }))).body).toMatchObject({ cancelled: true });
    const late = await call('POST', '/orders/A-88213/cancellation', token({ brandUser: mine }));
    expect(late.body).toMatchObject({ cancelled: false, status: 'shipped' });
    expect((await call('GET', '/orders/A-88240', token({ brandUser: mine }))).body.status).toBe('cancelled');
    expect((await call('GET', '/orders/A-88240', token({ brandUser: other }))).body.status).not.toBe(
      'cancelled',
    );
  });

  it('answers a repeated Idempotency-Key with the first answer, per User', async () => {
    const [mine, other] = [freshUser(), freshUser()];
    const cancel = (brandUser: string, order: string) =>
      call('POST', `/orders/${order}/cancellation`, token({ brandUser }), { 'idempotency-key': 'tn_1.c1' });
    const first = await cancel(mine, 'A-88240');
    expect((await cancel(mine, 'A-88240')).body).toEqual(first.body);
    expect((await cancel(other, 'A-88240')).body).toMatchObject({ cancelled: true });
    expect((await cancel(mine, 'A-88251')).body).toMatchObject({ order: 'A-88251', cancelled: true });
  });

  describe('the signature of the deployment (PACT wire 5.3)', () => {
    const sign = (changes: Partial<Parameters<typeof signRequest>[0]> = {}) =>
      signRequest({
        key: privateKeyOf(webhook.privateJwk),
        kid: webhook.publicJwk.kid,
        body: new Uint8Array(),
        method: 'GET',
        url: `${SANDBOX}/brand/api/orders?x=1`,
        jti: 'tn_1.c1.1',
        iat: Math.floor(Date.now() / 1000),
        ...changes,
      });
    const send = (signature: string) =>
      call('GET', '/orders?x=1', token(), { 'surety-signature': signature });

    beforeAll(() => {
      provider.script('/.well-known/webhook-jwks.json', { status: 200, body: { keys: [webhook.publicJwk] } });
    });

    it('is checked over the very request', async () => {
      expect((await send(sign())).status).toBe(200);
    });

    it.each([
      ['another address', { url: `${SANDBOX}/brand/api/address` }],
      ['another method', { method: 'POST' }],
      ['a body that was not sent', { body: Buffer.from('{}') }],
      ['an old time', { iat: Math.floor(Date.now() / 1000) - 400 }],
      ['another key', { key: privateKeyOf(generateSigningJwk('ES256').privateJwk) }],
    ])('refuses one over %s', async (_, changes) => {
      expect((await send(sign(changes))).status).toBe(401);
    });

    it('refuses what is no signature at all', async () => {
      expect((await send('x..y')).status).toBe(401);
      expect((await send('')).status).toBe(401);
    });
  });

  it('says that it cannot judge while the keys cannot be had', async () => {
    const other = await StubDelegatedBrand.start();
    writeFileSync(join(dataDir, 'sandbox-brand.json'), JSON.stringify({ interfaceUrl: other.interfaceUrl }));
    await other.stop();
    expect((await call('GET', '/orders', token())).status).toBe(503);
  });
});
