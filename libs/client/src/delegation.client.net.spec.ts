import { inspect } from 'node:util';
import { StubDelegatedBrand } from '@surety/testing';
import { generateSigningJwk } from '@surety/tokens';
import { fetchAgentCard } from './agent-card.client';
import { discoverAuthorizationServer } from './authorization-server.client';
import {
  ClientInputError,
  NotFoundError,
  ProtocolViolationError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from './client-errors';
import { DelegationClient } from './delegation.client';
import {
  DelegationDeclinedError,
  DelegationEndedError,
  DeviceCodeExpiredError,
  OAuthRefusedError,
} from './delegation-errors';
import type { DelegationTokens } from './delegation-tokens';
import { PersonalAgentSigner } from './personal-agent.signer';

const signer = new PersonalAgentSigner({
  privateJwk: generateSigningJwk('ES256').privateJwk,
  issuer: 'https://pa.example',
  audience: 'aud_1',
});

describe('DelegationClient over HTTP (PACT 5.3, RFC 8628)', () => {
  let brand: StubDelegatedBrand;
  let client: DelegationClient;
  let nowMs: number;
  let slept: number[];

  beforeEach(async () => {
    brand = await StubDelegatedBrand.start();
    nowMs = Date.now();
    slept = [];
    const card = await fetchAgentCard(brand.cardUrl);
    client = new DelegationClient({
      server: await discoverAuthorizationServer(card),
      signer,
      sub: 'user-1',
      clock: { nowMs: () => nowMs },
      sleep: delayMs => {
        slept.push(delayMs);
        nowMs += delayMs;
        return Promise.resolve();
      },
    });
    brand.received.length = 0;
  });
  afterEach(() => brand.stop());

  const approved = async (...scopes: string[]): Promise<DelegationTokens> => {
    brand.oauth.decision = { approve: scopes };
    return client.waitForApproval(await client.start(scopes));
  };

  describe('start', () => {
    it('[PACT-5.2-card-ids-only] authenticates with the PA JWT and asks in card order for what the card has', async () => {
      const flow = await client.start(['orders:cancel', 'orders:read', 'orders:read']);
      expect(flow).toMatchObject({
        userCode: 'WDJB-MJHT',
        scopes: ['orders:read', 'orders:cancel'],
        expiresAtMs: nowMs + 600_000,
        intervalSeconds: 5,
        verificationUriComplete: expect.stringContaining('user_code%3DWDJB-MJHT'),
      });
      const [request] = brand.received;
      expect(request?.headers).toMatchObject({
        authorization: expect.stringMatching(/^Bearer eyJ/),
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(Object.fromEntries(brand.forms('/oauth/device_authorization')[0] ?? [])).toEqual({
        client_id: 'https://pa.example',
        scope: 'orders:read orders:cancel',
      });
    });

    it.each([[['refunds:issue']], [['orders:read', 'x']], [[]]])(
      'PACT 5.2: asks for nothing that is not on the card: %j',
      async scopes => {
        await expect(client.start(scopes)).rejects.toBeInstanceOf(ClientInputError);
        expect(brand.received).toEqual([]);
      },
    );

    it('holds no secret that a log could show', async () => {
      const flow = await client.start(['orders:read']);
      expect(JSON.stringify(flow) + inspect(flow) + inspect(client, { depth: 9 })).not.toContain('dc_');
    });

    const good = {
      device_code: 'dc_1',
      user_code: 'A',
      verification_uri: 'https://b.example/login',
      verification_uri_complete: 'https://b.example/login?x=1',
      expires_in: 600,
      interval: 5,
    };

    it.each([
      ['no device code', { device_code: undefined }],
      ['an empty user code', { user_code: '' }],
      ['a link that is a script', { verification_uri_complete: 'javascript:alert(1)' }],
      ['a link in plain http to another machine', { verification_uri: 'http://b.example/login' }],
      ['a link that is no text', { verification_uri: 7 }],
      ['no lifetime', { expires_in: undefined }],
      ['a lifetime of nothing', { expires_in: 0 }],
      ['a lifetime as text', { expires_in: '600' }],
      ['an interval of nothing', { interval: 0 }],
      ['an interval beyond a day', { interval: 1e9 }],
    ])('uses nothing of an answer with %s', async (_, changes) => {
      brand.script('/oauth/device_authorization', { status: 200, body: { ...good, ...changes } });
      await expect(client.start(['orders:read'])).rejects.toBeInstanceOf(ProtocolViolationError);
    });

    it('[RFC8628-3.2-interval] RFC 8628 3.2: goes on without interval and without the complete link', async () => {
      const body = { ...good, interval: undefined, verification_uri_complete: undefined };
      brand.script('/oauth/device_authorization', { status: 200, body });
      const flow = await client.start(['orders:read']);
      expect(flow).toMatchObject({ intervalSeconds: 5, verificationUriComplete: good.verification_uri });
    });

    it.each([
      [{ status: 401 }, UnauthenticatedError],
      [{ status: 401, body: { error: 'invalid_client' } }, OAuthRefusedError],
      [{ status: 404 }, NotFoundError],
      [{ status: 429, headers: { 'retry-after': '7' } }, RateLimitedError],
      [{ status: 503, body: { error: 'temporarily_unavailable' } }, UnavailableError],
      [{ status: 302, headers: { location: '/elsewhere' } }, ProtocolViolationError],
      [{ status: 200, body: '[]' }, ProtocolViolationError],
      [{ status: 200 }, ProtocolViolationError],
      [{ status: 400, body: 'no json' }, ProtocolViolationError],
    ])('reads %j as what it is', async (answer, type) => {
      brand.script('/oauth/device_authorization', answer);
      await expect(client.start(['orders:read'])).rejects.toBeInstanceOf(type);
      expect(brand.received).toHaveLength(1);
    });
  });

  describe('the wait for the User', () => {
    it('[RFC8628-3.5-slow-down] RFC 8628 3.5: waits the interval before every poll, and five seconds more for good after a slow_down', async () => {
      const flow = await client.start(['orders:read']);
      const pending = { status: 400, body: { error: 'authorization_pending' } };
      const slowDown = { status: 400, body: { error: 'slow_down' } };
      brand.oauth.decision = { approve: ['orders:read'] };
      brand.script('/oauth/token', pending, slowDown, pending, slowDown);
      await client.waitForApproval(flow);
      expect(slept).toEqual([5_000, 5_000, 10_000, 10_000, 15_000]);
    });

    it('[RFC8628-3.5-backoff] RFC 8628 3.5: asks less often when answers are lost, and as told when it is limited', async () => {
      const flow = await client.start(['orders:read']);
      brand.oauth.decision = { approve: ['orders:read'] };
      const limited = { status: 429, headers: { 'retry-after': '44' } };
      brand.script('/oauth/token', 'drop', { status: 503 }, limited);
      await client.waitForApproval(flow);
      expect(slept).toEqual([5_000, 10_000, 20_000, 44_000]);
    });

    it('[PACT-5.3-granted-scope] reads the scope that the User approved, and whose grant it is', async () => {
      const flow = await client.start(['orders:read', 'orders:cancel']);
      brand.oauth.decision = { approve: ['orders:read'] };
      expect(await client.waitForApproval(flow)).toMatchObject({
        scopes: ['orders:read'],
        grantId: 'a2agrant_1',
        brandUser: 'jane-4471',
        expiresAtMs: nowMs + 3_600_000,
      });
    });

    it('ends when the User declines', async () => {
      brand.oauth.decision = 'deny';
      const flow = await client.start(['orders:read']);
      await expect(client.waitForApproval(flow)).rejects.toBeInstanceOf(DelegationDeclinedError);
      expect(slept).toHaveLength(1);
    });

    it.each(['expire', 'pending'] as const)('ends when the code is over (%s)', async decision => {
      brand.oauth.decision = decision;
      const flow = await client.start(['orders:read']);
      await expect(client.waitForApproval(flow)).rejects.toBeInstanceOf(DeviceCodeExpiredError);
      expect(nowMs).toBeLessThanOrEqual(flow.expiresAtMs + 5_000);
    });

    it('ends at an abort with its reason', async () => {
      const flow = await client.start(['orders:read']);
      const stop = new AbortController();
      stop.abort(new Error('enough'));
      await expect(client.waitForApproval(flow, { signal: stop.signal })).rejects.toThrow('enough');
    });

    it('polls only for flows of its own', async () => {
      const flow = await client.start(['orders:read']);
      await expect(client.poll({ ...flow })).rejects.toBeInstanceOf(ClientInputError);
    });

    it('[RFC8628-3.5-stop] ends when the code is not known any more', async () => {
      brand.script('/oauth/token', { status: 400, body: { error: 'invalid_grant' } });
      const flow = await client.start(['orders:read']);
      await expect(client.waitForApproval(flow)).rejects.toMatchObject({ error: 'invalid_grant' });
    });
  });

  describe('a token that is not ours to keep', () => {
    it.each([
      ['for another Brand', { interfaceUrl: 'https://provider.example/a2a/other' }],
      ['of another server', { issuer: 'https://provider.example/a2a/other/oauth' }],
      ['for another client', { clientId: 'https://other.example' }],
      ['that is over', { exp: 1 }],
      ['with other scopes than it says', { scopes: ['orders:cancel'] }],
    ])('PACT 5.4: refuses one %s', async (_, changes) => {
      brand.oauth.bendToken = claims => ({ ...claims, ...changes });
      await expect(approved('orders:read')).rejects.toBeInstanceOf(ProtocolViolationError);
    });

    it.each([
      ['another token type', { token_type: 'mac' }],
      ['no scope', { scope: undefined }],
      ['no lifetime', { expires_in: undefined }],
      ['a token that is no JWT', { access_token: 'opaque' }],
      ['a refresh token that is no text', { refresh_token: 7 }],
    ])('uses nothing of an answer with %s', async (_, changes) => {
      const tokens = await approved('orders:read');
      const answer = {
        token_type: 'Bearer',
        access_token: tokens.accessToken,
        refresh_token: 'rt_1',
        expires_in: 3600,
        scope: 'orders:read',
      };
      brand.script('/oauth/token', { status: 200, body: { ...answer, ...changes } });
      await expect(client.refresh(tokens)).rejects.toBeInstanceOf(ProtocolViolationError);
    });
  });

  describe('refresh and revoke', () => {
    it('rotates, and follows a rotation of keys too', async () => {
      const first = await approved('orders:read');
      brand.oauth.rotate();
      nowMs += 31_000;
      const second = await client.refresh(first);
      expect(second).toMatchObject({ scopes: ['orders:read'], grantId: 'a2agrant_1' });
      expect(second.refreshToken).not.toBe(first.refreshToken);
      expect(second.accessToken).not.toBe(first.accessToken);
    });

    it('P18: says that the delegation is over when the refresh token was used before', async () => {
      const first = await approved('orders:read');
      await client.refresh(first);
      await expect(client.refresh(first)).rejects.toBeInstanceOf(DelegationEndedError);
      await expect(client.refresh({})).rejects.toBeInstanceOf(DelegationEndedError);
    });

    it('RFC 6749 6: may narrow a token', async () => {
      const tokens = await approved('orders:read', 'orders:cancel');
      await client.refresh(tokens, { scopes: ['orders:read'] }).catch(() => undefined);
      expect(brand.forms('/oauth/token').at(-1)?.get('scope')).toBe('orders:read');
    });

    it('RFC 7009: ends the grant by its refresh token', async () => {
      const tokens = await approved('orders:read');
      await client.revoke(tokens);
      expect(Object.fromEntries(brand.forms('/oauth/revoke')[0] ?? [])).toEqual({
        client_id: 'https://pa.example',
        token: tokens.refreshToken,
      });
      await expect(client.refresh(tokens)).rejects.toBeInstanceOf(DelegationEndedError);
    });
  });
});

describe('discovery (PACT 5.1, RFC 8414)', () => {
  let brand: StubDelegatedBrand;

  beforeEach(async () => void (brand = await StubDelegatedBrand.start()));
  afterEach(() => brand.stop());

  const discover = async () => discoverAuthorizationServer(await fetchAgentCard(brand.cardUrl));

  it('finds issuer, endpoints, keys and scopes, without a token', async () => {
    const { issuer } = brand.oauth;
    expect(await discover()).toEqual({
      issuer,
      interfaceUrl: brand.interfaceUrl,
      deviceAuthorizationEndpoint: `${issuer}/device_authorization`,
      tokenEndpoint: `${issuer}/token`,
      revocationEndpoint: `${issuer}/revoke`,
      jwksUri: `${issuer}/jwks.json`,
      scopes: [
        { id: 'orders:read', description: 'Look up your orders' },
        { id: 'orders:cancel', description: 'Cancel an order' },
      ],
    });
    expect(brand.received.every(request => request.headers.authorization === undefined)).toBe(true);
  });

  it.each([
    ['another issuer', { issuer: 'https://provider.example/oauth' }],
    ['no issuer', { issuer: undefined }],
    ['another token endpoint than the card', { token_endpoint: 'https://evil.example/token' }],
    ['another device endpoint', { device_authorization_endpoint: 'https://evil.example/d' }],
    ['keys in plain http elsewhere', { jwks_uri: 'http://keys.example/jwks.json' }],
    ['no keys', { jwks_uri: undefined }],
    ['a revocation endpoint elsewhere', { revocation_endpoint: 'https://evil.example/revoke' }],
  ])('refuses metadata with %s', async (_, changes) => {
    brand.bendMetadata = metadata => ({ ...metadata, ...changes });
    await expect(discover()).rejects.toMatchObject({ code: 'authorization_server_refused' });
  });

  it.each([
    ['elsewhere', (origin: string) => origin.replace('127.0.0.1', 'localhost')],
    ['in plain http to another machine', () => 'http://provider.example'],
    ['that is no address', () => 'javascript:'],
  ])('refuses a card whose token endpoint lies %s', async (_, move) => {
    brand.bendCard = card => {
      const { origin } = new URL(brand.interfaceUrl);
      const text = JSON.stringify(card).replace(`"tokenUrl":"${origin}`, `"tokenUrl":"${move(origin)}`);
      return JSON.parse(text) as object;
    };
    await expect(discover()).rejects.toMatchObject({ code: 'card_refused' });
  });

  it('says of a Brand without delegation that it has none', async () => {
    brand.bendCard = card => ({ ...card, securityRequirements: [{ schemes: { paJwt: { list: [] } } }] });
    await expect(discover()).rejects.toMatchObject({ code: 'authorization_server_refused' });
  });

  it.each([
    [{ status: 404 }, 'not_found'],
    [{ status: 502 }, 'unavailable'],
    [{ status: 200, body: '[1]' }, 'authorization_server_refused'],
    [{ status: 302, headers: { location: '/x' } }, 'authorization_server_refused'],
  ])('reads %j as what it is', async (answer, code) => {
    brand.script('/oauth/.well-known/oauth-authorization-server', answer);
    await expect(discover()).rejects.toMatchObject({ code });
  });
});
