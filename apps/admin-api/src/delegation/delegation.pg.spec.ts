import { StubPersonalAgent } from '@surety/testing';
import { generateSigningJwk } from '@surety/tokens';
import { AdminStack } from '../admin-stack.test-kit';
import { createBrand } from '../whole-api/sample-world.test-kit';

const LOGIN = 'http://127.0.0.1:9/login';
const { publicJwk, privateJwk } = generateSigningJwk('ES256');
const KEYS = { jwks: { keys: [publicJwk] } };

describe('delegation of a Brand (PACT wire §6)', () => {
  let stack: AdminStack;
  beforeAll(async () => void (stack = await AdminStack.start()));
  afterAll(() => stack.stop());

  const patch = (id: string, delegation: unknown) =>
    stack.call('PATCH', `/brands/${id}`, { body: { delegation } });
  const faultsOf = (answer: { status: number; body: { errors: { path: string; code: string }[] } }) => {
    expect(answer.status).toBe(400);
    return answer.body.errors.map(fault => `${fault.path}:${fault.code}`);
  };

  it('is null before anybody sets it, and gets the defaults of its login', async () => {
    const brand = await createBrand(stack);
    expect(brand.delegation).toBeNull();
    const { body } = await patch(brand.id, { loginUrl: LOGIN, keys: KEYS });
    expect(body.delegation).toEqual({
      enabled: false,
      loginUrl: LOGIN,
      completionUrl: 'http://127.0.0.1:9/connected',
      assertionIssuer: 'http://127.0.0.1:9',
      keys: KEYS,
      skipConsent: false,
      liveSession: false,
    });
    expect(body.warnings).toEqual([]);
  });

  it('P31: is saved when it is switched on too early, with a warning that says what is missing', async () => {
    const { id } = await createBrand(stack);
    const { body, status } = await patch(id, { enabled: true });
    expect({ status, codes: body.warnings.map(({ code }: { code: string }) => code) }).toEqual({
      status: 200,
      codes: ['delegation_incomplete'],
    });
    for (const missing of ['scopes', 'login', 'keys']) expect(body.warnings[0].message).toContain(missing);
    const scopes = [{ id: 'orders:read', description: 'Look up your orders' }];
    await stack.call('PUT', `/brands/${id}/scopes`, { body: { scopes } });
    expect((await patch(id, { loginUrl: LOGIN, keys: KEYS })).body.warnings).toEqual([]);
  });

  it('has checks of its own while it is on: offer, login and the keys as they are now', async () => {
    const { id } = await createBrand(stack, { delegation: { loginUrl: LOGIN } });
    const checks = async () =>
      Object.fromEntries(
        (await stack.call('GET', `/brands/${id}`)).body.checks.map(
          ({ code, ok, message }: { code: string; ok: boolean; message: string }) => [code, [ok, message]],
        ),
      );
    expect(Object.keys(await checks())).toEqual(['public_url_https', 'agent_address']);
    await patch(id, { enabled: true });
    expect(await checks()).toMatchObject({
      delegation_offered: [false, expect.stringContaining('scopes')],
      login_address: [true, expect.any(String)],
    });
    const scopes = [{ id: 'orders:read', description: 'Look up your orders' }];
    await stack.call('PUT', `/brands/${id}/scopes`, { body: { scopes } });
    await patch(id, { keys: KEYS });
    expect(await checks()).toMatchObject({ delegation_offered: [true, expect.any(String)] });
    expect(await checks()).toMatchObject({ login_keys: [true, expect.stringContaining('stored here')] });
    const login = await StubPersonalAgent.start();
    try {
      await patch(id, { keys: { jwksUri: login.jwksUri } });
      expect(await checks()).toMatchObject({ login_keys: [true, expect.stringContaining('verify')] });
      login.behaviour = { kind: 'raw', body: '{"keys":[]}' };
      await patch(id, { skipConsent: true });
      expect(await checks()).toMatchObject({ login_keys: [false, expect.any(String)] });
    } finally {
      await login.stop();
    }
    await patch(id, { skipConsent: false });
    expect(await checks()).toMatchObject({ login_keys: [false, expect.stringContaining('connection')] });
  });

  it('P24: has a key for its tokens as soon as it is on, and one only', async () => {
    const { id } = await createBrand(stack);
    const count = async () =>
      (await stack.sql('SELECT count(*)::int AS n FROM signing_key WHERE brand_id = $1', [id]))[0].n;
    await patch(id, { loginUrl: LOGIN });
    expect(await count()).toBe(0);
    await Promise.all([1, 2, 3].map(() => patch(id, { enabled: true })));
    expect(await count()).toBe(1);
  });

  it('keeps what a change does not name; a default follows the login, what was set stays', async () => {
    const { id } = await createBrand(stack);
    await patch(id, { loginUrl: LOGIN, completionUrl: null, keys: KEYS, liveSession: true });
    const moved = (await patch(id, { loginUrl: 'http://localhost:9/signin' })).body.delegation;
    expect(moved).toMatchObject({
      completionUrl: null,
      assertionIssuer: 'http://localhost:9',
      liveSession: true,
      keys: KEYS,
    });
    const set = (await patch(id, { assertionIssuer: 'urn:brand' })).body.delegation;
    expect(set.assertionIssuer).toBe('urn:brand');
    expect((await patch(id, { loginUrl: LOGIN })).body.delegation.assertionIssuer).toBe('urn:brand');
    expect((await patch(id, { keys: null, loginUrl: null })).body.delegation).toMatchObject({
      keys: null,
      loginUrl: null,
    });
    expect((await patch(id, null)).body.delegation).toBeNull();
  });

  it.each<[string, object, string]>([
    ['a login with credentials', { loginUrl: 'https://u:p@b.example/login' }, 'loginUrl:wrong_format'],
    ['a login with a fragment', { loginUrl: 'https://b.example/login#x' }, 'loginUrl:wrong_format'],
    ['a login that is a script', { loginUrl: 'javascript:alert(1)' }, 'loginUrl:wrong_format'],
    ['a login whose host is more than a host', { loginUrl: 'https://a;sandbox/' }, 'loginUrl:wrong_format'],
    ['a completion at every host', { completionUrl: 'https://*/' }, 'completionUrl:wrong_format'],
    ['a login at a private address', { loginUrl: 'https://10.0.0.1/login' }, 'loginUrl:private_address'],
    ['a login in plain http', { loginUrl: 'http://b.example/login' }, 'loginUrl:not_https'],
    [
      'a completion at a private address',
      { completionUrl: 'https://10.0.0.1/' },
      'completionUrl:private_address',
    ],
    ['keys at a private address', { keys: { jwksUri: 'https://10.0.0.1/' } }, 'keys.jwksUri:private_address'],
    ['keys of no kind', { keys: {} }, 'keys:not_allowed'],
    ['keys of two kinds', { keys: { jwksUri: LOGIN, ...KEYS } }, 'keys:not_allowed'],
    ['an empty set', { keys: { jwks: { keys: [] } } }, 'keys.jwks.keys:wrong_length'],
    ['eleven keys', { keys: { jwks: { keys: Array(11).fill(publicJwk) } } }, 'keys.jwks.keys:wrong_length'],
    ['a private key', { keys: { jwks: { keys: [privateJwk] } } }, 'keys.jwks.keys.0:private_key'],
    [
      'a symmetric key',
      { keys: { jwks: { keys: [{ kty: 'oct', k: 'AA' }] } } },
      'keys.jwks.keys.0:private_key',
    ],
    [
      'a key for encryption',
      { keys: { jwks: { keys: [{ ...publicJwk, use: 'enc' }] } } },
      'keys.jwks.keys.0:unusable_key',
    ],
    [
      'a key of another curve',
      { keys: { jwks: { keys: [{ ...publicJwk, crv: 'P-384' }] } } },
      'keys.jwks.keys.0:unusable_key',
    ],
    ['the word true', { enabled: 'true' }, 'enabled:wrong_type'],
  ])('refuses %s', async (_, delegation, fault) => {
    const { id } = await createBrand(stack);
    expect(faultsOf(await patch(id, delegation))).toEqual([`delegation.${fault}`]);
  });
});
