import { signPaJwt } from '@surety/tokens';
import type { StubPersonalAgent } from '@surety/testing';
import type { OAuthAnswer, OAuthClient } from '../test-stack/oauth-client.test-kit';
import { OAuthWorld } from '../test-stack/oauth-world.test-kit';

const ENDPOINTS = ['deviceAuthorization', 'token', 'revocation'] as const;
const FORM = 'application/x-www-form-urlencoded';

/** One request that breaks every check from `from` on: the first of them must answer. */
const LADDER = [
  { broken: 'Brand', status: 404 },
  { broken: 'verb', status: 405 },
  { broken: 'JWT', status: 401 },
  { broken: 'form', status: 400, error: 'invalid_request' },
  { broken: 'client_id', status: 401, error: 'invalid_client' },
] as const;

describe('the order of checks where personal agents call (P4, PACT wire 3)', () => {
  let world: OAuthWorld;
  let agent: StubPersonalAgent;
  let client: OAuthClient;
  let brandId: string;

  beforeAll(async () => {
    world = await OAuthWorld.open();
    const origin = await world.boot();
    agent = await world.personalAgent();
    brandId = await world.brand();
    client = world.client(origin, agent, brandId);
  });
  afterAll(() => world.close());

  const bearer = () => ({ authorization: `Bearer ${client.token}` });
  const address = (endpoint: (typeof ENDPOINTS)[number]) => client.addresses[endpoint];
  const assertBare = ({ text, headers }: OAuthAnswer) => {
    expect(text).toBe('');
    expect(headers.get('content-type')).toBeNull();
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('request-id')).toBeTruthy();
  };

  describe.each(ENDPOINTS)('%s', endpoint => {
    it.each(LADDER.map((rung, at) => [rung.broken, at] as const))(
      'answers for its %s when everything after it is broken too',
      async (_broken, from) => {
        const isBroken = (name: string) => LADDER.findIndex(({ broken }) => broken === name) >= from;
        const to = isBroken('Brand') ? address(endpoint).replace(brandId, '01JUNKNOWN') : address(endpoint);
        const answer = await client.request(to, {
          method: isBroken('verb') ? 'PUT' : 'POST',
          headers: {
            ...(isBroken('JWT') ? { authorization: 'Bearer x' } : bearer()),
            'content-type': isBroken('form') ? 'application/json' : FORM,
          },
          body: isBroken('client_id') ? 'client_id=https%3A%2F%2Fother.example' : `client_id=${agent.issuer}`,
        });
        const { status } = LADDER[from]!;
        const error = 'error' in LADDER[from]! ? LADDER[from].error : undefined;
        expect([answer.status, answer.json.error]).toEqual([status, error]);
        if (error === undefined) assertBare(answer);
      },
    );

    it('P5: names the one verb it takes', async () => {
      for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
        const answer = await client.request(address(endpoint), { method });
        expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'POST']);
      }
    });

    it('[PACT-5.3-client-auth] PACT 3.4: answers every bad JWT with the same bare 401', async () => {
      const now = Date.now();
      const claims = {
        privateJwk: agent.privateJwk,
        issuer: agent.issuer,
        audience: world.audience,
        nowMs: now,
      };
      const bad = {
        none: undefined,
        'not bearer': 'Basic x',
        expired: `Bearer ${signPaJwt({ ...claims, sub: 'u', nowMs: now - 600_000 })}`,
        'another audience': `Bearer ${signPaJwt({ ...claims, sub: 'u', audience: address(endpoint) })}`,
        'unknown issuer': `Bearer ${signPaJwt({ ...claims, sub: 'u', issuer: 'https://stranger.example' })}`,
      };
      const answers: OAuthAnswer[] = [];
      for (const authorization of Object.values(bad)) {
        const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
        answers.push(await client.request(address(endpoint), { method: 'POST', headers }));
      }
      for (const answer of answers) {
        assertBare(answer);
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="a2a"']);
      }
    });

    it.each([
      ['another Content-Type', 'application/json', '{}'],
      ['no Content-Type', undefined, 'client_id=x'],
      ['a repeated parameter', FORM, 'client_id=a&client_id=a'],
      ['a repeated parameter nobody knows', FORM, 'x=a&x=a'],
      ['a broken escape', FORM, 'client_id=%zz'],
      ['bytes that are no UTF-8', FORM, Buffer.from([0x61, 0x3d, 0xff])],
      ['more than 8 KiB', FORM, `x=${'y'.repeat(8 * 1024)}`],
    ])('[RFC8628-3.1-form] P30: refuses a form with %s as invalid_request', async (_fault, type, body) => {
      const answer = await client.request(address(endpoint), {
        method: 'POST',
        headers: { ...bearer(), ...(type === undefined ? {} : { 'content-type': type }) },
        body: typeof body === 'string' && type === undefined ? new Blob([body]) : body,
      });
      expect([answer.status, answer.json.error]).toEqual([400, 'invalid_request']);
      expect(Object.keys(answer.json)).toEqual(['error', 'error_description']);
    });

    it.each([
      ['missing', {}],
      ['empty', { client_id: '' }],
      ['another', { client_id: 'https://other.example' }],
      ['the issuer with a slash more', { client_id: 'issuer/' }],
      ['with a NUL', { client_id: 'a\0' }],
    ])('P16, P30: refuses a client_id that is %s as invalid_client', async (_fault, fields) => {
      const given = Object.entries<string>(fields).map(([name, value]): [string, string] => [
        name,
        value.replace('issuer', agent.issuer),
      ]);
      const body = new URLSearchParams(given);
      const answer = await client.request(address(endpoint), { method: 'POST', headers: bearer(), body });
      expect([answer.status, answer.json.error]).toEqual([401, 'invalid_client']);
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="a2a"');
      expect(answer.headers.get('content-type')).toBe('application/json');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.headers.get('pragma')).toBe('no-cache');
    });

    it('P26: answers 429 after the JWT and before the form', async () => {
      const limited = await world.personalAgent({
        perSecond: 1,
        burst: 1,
        perUserPerSecond: null,
        perUserBurst: 1,
      });
      const caller = world.client(client.origin, limited, brandId);
      const send = () =>
        caller.request(address(endpoint), {
          method: 'POST',
          headers: { authorization: `Bearer ${caller.token}` },
        });
      expect((await send()).status).toBe(400);
      const answer = await send();
      expect(answer.status).toBe(429);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      assertBare(answer);
    });

    it('a disabled personal agent is as unknown as a stranger', async () => {
      const leaving = await world.personalAgent();
      const caller = world.client(client.origin, leaving, brandId);
      expect((await caller.post(address(endpoint), {})).status).toBe(
        endpoint === 'deviceAuthorization' ? 400 : 400,
      );
      await world.run('UPDATE personal_agent SET enabled = false WHERE issuer = $1', [leaving.issuer]);
      const end = Date.now() + 1000;
      let status = 0;
      while (status !== 401 && Date.now() < end) status = (await caller.post(address(endpoint), {})).status;
      expect(status).toBe(401);
    });
  });

  it('[PACT-5.3-invalid-scope] PACT wire 3: judges the parameters of device_authorization after client_id', async () => {
    const long = `${'orders:read '.repeat(3)}orders:read`;
    const cases: [string | undefined, string | undefined][] = [
      [undefined, 'invalid_scope'],
      ['', 'invalid_scope'],
      [' ', 'invalid_scope'],
      ['orders:read  address:read', 'invalid_scope'],
      ['orders:read nothing:here', 'invalid_scope'],
      ['ORDERS:READ', 'invalid_scope'],
      ['orders:read\0', 'invalid_scope'],
      [long, undefined],
    ];
    for (const [scope, error] of cases) {
      const fields: Record<string, string> = scope === undefined ? {} : { scope };
      const { json } = await client.post(client.addresses.deviceAuthorization, fields);
      expect([scope, json.error]).toEqual([scope, error]);
    }
  });

  it('[RFC8628-3.4-grant-type] PACT wire 3: judges the parameters of the token endpoint after client_id, the grant type first', async () => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    const cases: [Record<string, string>, string][] = [
      [{}, 'invalid_request'],
      [{ grant_type: '' }, 'invalid_request'],
      [{ grant_type: 'authorization_code', code: 'x' }, 'unsupported_grant_type'],
      [{ grant_type: 'client_credentials' }, 'unsupported_grant_type'],
      [{ grant_type }, 'invalid_request'],
      [{ grant_type, device_code: '' }, 'invalid_request'],
      [{ grant_type, device_code: 'dc_unknown' }, 'invalid_grant'],
      [{ grant_type, device_code: 'dc_\0' }, 'invalid_grant'],
      [{ grant_type, device_code: `dc_${'A'.repeat(43)}` }, 'invalid_grant'],
      [{ grant_type: 'refresh_token' }, 'invalid_request'],
      [{ grant_type: 'refresh_token', refresh_token: 'rt_unknown' }, 'invalid_grant'],
      [
        { grant_type: 'refresh_token', refresh_token: `rt_${'A'.repeat(43)}`, scope: 'nothing' },
        'invalid_grant',
      ],
    ];
    for (const [fields, error] of cases) {
      const { status, json } = await client.post(client.addresses.token, fields);
      expect([fields, status, json.error]).toEqual([fields, 400, error]);
    }
  });

  it('RFC 7009 2.2: revocation needs a token, and answers 200 to any', async () => {
    expect((await client.post(client.addresses.revocation, {})).json.error).toBe('invalid_request');
    for (const token of ['x', 'rt_unknown', `rt_${'A'.repeat(43)}`, 'a.b.c', '\0', client.token]) {
      const answer = await client.revoke(token, { token_type_hint: 'anything' });
      expect([answer.status, answer.text]).toEqual([200, '']);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });
});
