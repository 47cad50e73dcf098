import { createHmac } from 'node:crypto';
import { ADMIN_TOKEN_TYP, generateSigningJwk, type PrivateSigningJwk } from '@surety/tokens';
import { importJWK, SignJWT } from 'jose';
import { ADMIN_URL, AdminStack, PUBLIC_URL } from '../admin-stack.test-kit';

const now = () => Math.floor(Date.now() / 1000);

describe('the admin token (PACT wire §6)', () => {
  let stack: AdminStack;
  const stranger = generateSigningJwk('ES256').privateJwk;
  const rsa = generateSigningJwk('RS256').privateJwk;
  beforeAll(async () => {
    stack = await AdminStack.start();
  });
  afterAll(() => stack.stop());

  interface Draft {
    header?: Record<string, unknown>;
    claims?: Record<string, unknown>;
    key?: PrivateSigningJwk;
  }
  const sign = async ({ header = {}, claims = {}, key = stack.adminKey }: Draft = {}) => {
    const all = { sub: 'ann', aud: ADMIN_URL, role: 'owner', iat: now(), exp: now() + 600, ...claims };
    const alg = key.kty === 'RSA' ? 'RS256' : 'ES256';
    const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
    return new SignJWT(given)
      .setProtectedHeader({ alg, typ: ADMIN_TOKEN_TYP, kid: key.kid, ...header })
      .sign(await importJWK(key as never, alg));
  };
  const status = async (authorization: string | undefined) =>
    (
      await stack.call('GET', '/brands', {
        token: null,
        headers: authorization === undefined ? {} : { authorization },
      })
    ).status;

  it('opens the API, with the scheme in any case', async () => {
    const token = await sign();
    expect(await status(`Bearer ${token}`)).toBe(200);
    expect(await status(`bearer ${token}`)).toBe(200);
    expect(await status(`Bearer ${await sign({ claims: { exp: now() + 12 * 3600 } })}`)).toBe(200);
    expect(await status(`Bearer ${stack.token('auditor')}`)).toBe(200);
  });

  it.each<[string, () => Promise<string | undefined>]>([
    ['no header', () => Promise.resolve(undefined)],
    ['an empty header', () => Promise.resolve('')],
    ['Basic', () => Promise.resolve('Basic dXNlcjpwYXNz')],
    ['Bearer alone', () => Promise.resolve('Bearer')],
    ['two tokens', async () => `Bearer ${await sign()} ${await sign()}`],
    ['garbage', () => Promise.resolve('Bearer garbage')],
    ['a token of 10 kB', () => Promise.resolve(`Bearer ${'a'.repeat(10_240)}`)],
    ['another key', async () => `Bearer ${await sign({ key: stranger })}`],
    ['RS256', async () => `Bearer ${await sign({ key: rsa })}`],
    ['the typ of a PA JWT', async () => `Bearer ${await sign({ header: { typ: 'JWT' } })}`],
    ['the typ in other case', async () => `Bearer ${await sign({ header: { typ: 'Admin+JWT' } })}`],
    ['no typ', async () => `Bearer ${await sign({ header: { typ: undefined } })}`],
    ['another audience', async () => `Bearer ${await sign({ claims: { aud: PUBLIC_URL } })}`],
    ['the audience with a slash', async () => `Bearer ${await sign({ claims: { aud: `${ADMIN_URL}/` } })}`],
    ['an audience list', async () => `Bearer ${await sign({ claims: { aud: [ADMIN_URL] } })}`],
    ['no audience', async () => `Bearer ${await sign({ claims: { aud: undefined } })}`],
    ['an unknown role', async () => `Bearer ${await sign({ claims: { role: 'admin' } })}`],
    ['no role', async () => `Bearer ${await sign({ claims: { role: undefined } })}`],
    ['no sub', async () => `Bearer ${await sign({ claims: { sub: undefined } })}`],
    ['a number as sub', async () => `Bearer ${await sign({ claims: { sub: 1 } })}`],
    ['no exp', async () => `Bearer ${await sign({ claims: { exp: undefined } })}`],
    ['no iat', async () => `Bearer ${await sign({ claims: { iat: undefined } })}`],
    ['expired', async () => `Bearer ${await sign({ claims: { iat: now() - 700, exp: now() - 100 } })}`],
    ['longer than 12 h', async () => `Bearer ${await sign({ claims: { exp: now() + 12 * 3600 + 60 } })}`],
    ['issued in the future', async () => `Bearer ${await sign({ claims: { iat: now() + 120 } })}`],
    ['not yet valid', async () => `Bearer ${await sign({ claims: { nbf: now() + 120 } })}`],
    [
      'brand-operator without Brands',
      async () => `Bearer ${await sign({ claims: { role: 'brand-operator' } })}`,
    ],
    ['a changed payload', async () => `Bearer ${tampered(await sign({ claims: { role: 'auditor' } }))}`],
    ['no signature', async () => `Bearer ${(await sign()).replace(/[^.]*$/, '')}`],
    ['alg none', async () => `Bearer ${unsigned(await sign())}`],
    [
      'HS256 keyed with the public key',
      async () => `Bearer ${macWithPublicKey(await sign(), stack.adminKey)}`,
    ],
    ['crit', async () => `Bearer ${await sign({ header: { crit: ['exp'], exp: 1 } }).catch(() => 'x')}`],
  ])('is refused with one bare answer: %s', async (_, make) => {
    const authorization = await make();
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await stack.call('GET', '/brands', { token: null, headers });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="admin"');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect({ ...answer.body, requestId: '' }).toEqual({
      type: 'urn:surety:problem:unauthenticated',
      title: 'A valid admin token is required',
      status: 401,
      detail: 'Send a valid admin token in the Authorization header.',
      requestId: '',
      errors: [],
    });
  });

  it('is never in the log', async () => {
    const token = await sign({ claims: { role: 'nobody' } });
    await status(`Bearer ${token}`);
    await status(`Bearer ${await sign()}`);
    expect(stack.log.join('')).not.toContain(token.split('.')[2]);
  });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string | undefined) =>
  JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as object;

function tampered(token: string): string {
  const [header, payload, signature] = token.split('.');
  return [header, encode({ ...decode(payload), role: 'owner' }), signature].join('.');
}

function unsigned(token: string): string {
  return [encode({ alg: 'none', typ: ADMIN_TOKEN_TYP }), token.split('.')[1], ''].join('.');
}

function macWithPublicKey(token: string, { x, y }: PrivateSigningJwk): string {
  const input = `${encode({ alg: 'HS256', typ: ADMIN_TOKEN_TYP })}.${token.split('.')[1]}`;
  const mac = createHmac('sha256', JSON.stringify({ kty: 'EC', crv: 'P-256', x, y })).update(input);
  return `${input}.${mac.digest('base64url')}`;
}
