import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningApp } from '@surety/platform';
import { type BrandLogin, logInByForm } from '@surety/testing';
import { readJwks, verifyBrandAssertion } from '@surety/tokens';
import { bootSandbox } from './boot';

const I = 'https://provider.example/a2a/01J00000000000000000000003';
const C = `${I}/oauth/consent`;

describe('login of the demo Brand (PACT 5.3)', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'surety-sandbox-'));
  const brandFile = join(dataDir, 'sandbox-brand.json');
  let app: RunningApp;
  let origin: string;
  let user: BrandLogin;

  beforeAll(async () => {
    app = await bootSandbox({
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_DATA_DIR: dataDir,
      SURETY_SANDBOX_URL: 'https://sandbox.example',
      SURETY_TRUSTED_PROXIES: '127.0.0.1/32',
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'fatal',
    });
    origin = app.origins[0] ?? '';
    user = JSON.parse(readFileSync(join(dataDir, 'sandbox-user.json'), 'utf8')) as BrandLogin;
  });
  beforeEach(() => writeFileSync(brandFile, JSON.stringify({ interfaceUrl: I })));
  afterAll(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true });
  });

  const link = (returnTo: string) => `${origin}/login?return_to=${encodeURIComponent(returnTo)}`;
  const get = async (url: string) => {
    const response = await fetch(url, { redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const enter = async (fields: Record<string, string>, from?: string) => {
    const response = await fetch(`${origin}/login`, {
      method: 'POST',
      body: new URLSearchParams({ return_to: `${C}?user_code=WDJB-MJHT`, ...user, ...fields }),
      redirect: 'manual',
      headers: from === undefined ? {} : { 'x-forwarded-for': from },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('keeps password and key for its owner alone', () => {
    for (const file of ['sandbox-user.json', 'sandbox-brand.key']) {
      expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
    expect(user.password.length).toBeGreaterThanOrEqual(24);
  });

  it('[PACT-5.3-assertion] hands an assertion to the consent address that our own rules take', async () => {
    const { action, assertion } = await logInByForm(link(`${C}?user_code=WDJB-MJHT`), user);
    expect(action).toBe(C);
    const jwks = readJwks((await get(`${origin}/brand/.well-known/jwks.json`)).text);
    const expected = { issuer: 'https://sandbox.example/brand', consentUrl: C };
    const verified = verifyBrandAssertion(assertion, jwks.ok ? jwks.value : [], expected, Date.now());
    expect(verified).toMatchObject({
      ok: true,
      value: { sub: 'fern-1001', userCode: 'WDJB-MJHT', email: user.email, name: 'Robin Fern' },
    });
  });

  it('makes every assertion single-use by a jti of its own', async () => {
    const made = await Promise.all([1, 2].map(() => logInByForm(link(`${C}?user_code=A`), user)));
    const [first, second] = made.map(({ assertion }) =>
      JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()),
    );
    expect(first.jti).not.toBe(second.jti);
  });

  it('asks for the code when the link has none, and takes it as people type it', async () => {
    const typed = { ...user, userCode: ' wdjb-mjht ' };
    const { assertion } = await logInByForm(link(C), typed);
    const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.user_code).toBe('WDJB-MJHT');
    expect((await enter({ return_to: C, user_code: '' })).status).toBe(400);
  });

  it('[public suite] writes the handoff form as bare parsers read it', async () => {
    const page = await enter({});
    expect(page.text).toContain(`<form method="post" action="${C}">`);
    expect(page.text).toMatch(/<input type="hidden" name="assertion" value="eyJ[\w.-]+">/);
    expect(page.text).toContain('<button type="submit">Continue</button>');
    expect(page.headers.get('content-security-policy')).toContain(
      "form-action 'self' https://provider.example",
    );
  });

  it.each([
    'https://evil.example/consent',
    `${C}/decision`,
    `${C}#x`,
    `${C}?user_code=A&x=1`,
    `${C}?x=1`,
    `${C}?user_code=`,
    `${C}?user_code=%22%3E`,
    C.replace('https:', 'http:'),
    C.replace('provider.example', 'provider.example.evil.example'),
    C.replace('https://', 'https://provider.example@evil.example/'),
    'javascript:alert(1)',
    '',
  ])('refuses to lead back to %s, at either step', async returnTo => {
    expect((await get(link(returnTo))).status).toBe(400);
    const posted = await enter({ return_to: returnTo });
    expect(posted.status).toBe(400);
    expect(posted.text).not.toContain('assertion');
  });

  it('refuses a repeated return_to and what is no form', async () => {
    expect((await get(`${link(C)}&return_to=${encodeURIComponent(C)}`)).status).toBe(400);
    const json = await fetch(`${origin}/login`, { method: 'POST', body: '{}' });
    expect(json.status).toBe(400);
  });

  it('escapes whatever was typed', async () => {
    const email = '"><script>alert(1)</script>';
    const page = await enter({ email, return_to: C, user_code: email }, '192.0.2.1');
    expect(page.status).toBe(403);
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).toContain('&quot;&gt;&lt;script&gt;');
  });

  it('slows guessing for the source that guesses and for no other', async () => {
    for (let i = 0; i < 5; i += 1) {
      expect((await enter({ password: `wrong ${i}` }, '192.0.2.7')).status).toBe(403);
    }
    const refused = await enter({}, '192.0.2.7');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500);
    expect(refused.text).not.toContain('assertion');
    expect((await enter({}, '192.0.2.8')).status).toBe(200);
  });

  it('slows guessing of many e-mails from one source', async () => {
    const tries = Array.from({ length: 20 }, (_, i) => enter({ email: `u${i}@b.example` }, '192.0.2.9'));
    await Promise.all(tries);
    expect((await enter({ email: 'another@b.example' }, '192.0.2.9')).status).toBe(429);
  });

  it('answers 503 until it is registered, and follows a new registration', async () => {
    writeFileSync(brandFile, '{}');
    expect((await get(link(C))).status).toBe(503);
    expect((await get(`${origin}/brand/api/orders`)).status).toBe(503);
    rmSync(brandFile);
    expect((await get(link(C))).status).toBe(503);
    const other = C.replace('003/', '004/');
    writeFileSync(brandFile, JSON.stringify({ interfaceUrl: other.replace('/oauth/consent', '') }));
    expect((await get(link(C))).status).toBe(400);
    expect((await get(link(other))).status).toBe(200);
  });

  it.each(['/login?return_to=x', '/connected?status=approved', `/login?return_to=${encodeURIComponent(C)}`])(
    'lets no frame hold %s, no cache keep it, and nothing foreign run in it',
    async path => {
      const { headers, text } = await get(origin + path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'/);
      expect(headers.get('set-cookie')).toBeNull();
      expect(text).not.toMatch(/(src|href)="https?:/);
    },
  );

  it('says how a consent ended, in its own words and escaped', async () => {
    const query = new URLSearchParams({
      status: 'approved',
      client: 'https://pa.example/x',
      scope: 'orders:read evil<b>',
    });
    const approved = await get(`${origin}/connected?${query}`);
    expect(approved.text).toContain('Look up your orders and their status');
    expect(approved.text).toContain('https://pa.example<');
    expect(approved.text).not.toContain('evil');
    expect(approved.text).not.toContain('Cancel an order');
    const denied = await get(`${origin}/connected?status=denied&client=<script>`);
    expect(denied.text).toContain('not connected');
    expect(denied.text).not.toContain('<script>');
  });

  it('serves style and script itself', async () => {
    expect((await get(`${origin}/brand/assets/brand.css`)).headers.get('content-type')).toContain('text/css');
    expect((await get(`${origin}/brand/assets/handoff.js`)).text).toContain('submit()');
  });
});
