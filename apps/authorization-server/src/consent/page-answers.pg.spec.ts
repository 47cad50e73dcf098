import { randomUUID } from 'node:crypto';
import { TcpGate } from '@surety/testing';
import { AssetFiles } from '../assets/page-assets';
import { PagesWorld, sessionIn } from '../test-stack/pages-world.test-kit';

jest.setTimeout(60_000);

let world: PagesWorld;
let gate: TcpGate;

beforeAll(async () => {
  world = await PagesWorld.open();
});
afterAll(async () => {
  await world.close();
  await gate?.shut();
});

const html = (given: object) => ({ headers: { 'accept-language': 'ar' }, ...given });
const assertion = (userCode: string) => world.assertion(userCode);

/** Every page, redirect and refusal, by the way that leads there. */
const answers: [string, number, () => ReturnType<PagesWorld['request']>][] = [
  ['the consent page', 200, async () => consentPage()],
  ['the completion redirect', 303, async () => decide({ decision: 'deny' })],
  ['another language', 200, async () => decide({ lang: 'ar' })],
  ['connected agents', 200, () => world.request(world.addresses.connectedAgents)],
  ['the way to the login', 303, () => world.request(world.addresses.connectedAgents, { form: {} })],
  ['the receipt page', 200, () => world.request(world.addresses.receipt)],
  ['a checked receipt', 200, () => world.request(world.addresses.receipt, { form: { jws: 'x' } })],
  ['the 400 page', 400, () => world.request(world.addresses.consent)],
  ['the 401 page', 401, () => world.request(world.addresses.consent, { form: { assertion: 'x' } })],
  [
    'the 403 page',
    403,
    () => world.request(world.addresses.decision, { form: {}, headers: { origin: 'null' } }),
  ],
];

async function consentPage() {
  const { userCode } = await world.authorize();
  return world.request(world.addresses.consent, { form: { assertion: assertion(userCode) } });
}

async function decide(fields: Record<string, string>) {
  const session = sessionIn(await consentPage());
  return world.request(world.addresses.decision, { form: { session, ...fields } });
}

it.each(answers)('field 24: %s has every header of a page', async (kind, status, ask) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  const toLogin = kind === 'connected agents' || kind === 'the way to the login';
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; " +
      `form-action 'self' ${world.login.origin}; base-uri 'none'; frame-ancestors 'none'`,
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'content-language': kind === 'another language' ? 'ar' : 'en',
    vary: 'Accept-Language',
    'request-id': expect.stringMatching(/^[0-9A-Z]{26}$/),
  });
  if (status === 303) {
    expect(answer.text).toBe('');
    expect(answer.headers.get('location')).toContain(
      toLogin ? world.login.loginUrl : world.login.completionUrl,
    );
  } else {
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
});

it('RFC 9110 12.5.4: a page is in the language of the browser', async () => {
  const page = await world.request(world.addresses.connectedAgents, html({}));
  expect(page.text).toContain('<html lang="ar" dir="rtl">');
  expect((await world.request(world.addresses.consent, html({}))).text).toContain(
    '<html lang="ar" dir="rtl">',
  );
});

describe('P4: where there is no page', () => {
  const paths = ['consent', 'consent/decision', 'connected-agents', 'connected-agents/revoke', 'receipt'];

  it.each(paths)(
    '%s of an unknown, closed or not delegating Brand is a bare 404, whatever the verb',
    async path => {
      const closed = await world.openBrand();
      await world.oauth.run('UPDATE brand SET closed_at = now() WHERE id = $1', [closed]);
      for (const id of ['nobody', closed, await world.openBrand({ enabled: false })]) {
        for (const method of ['GET', 'POST', 'DELETE']) {
          const answer = await world.request(`${world.publicUrl}/a2a/${id}/oauth/${path}`, { method });
          expect([answer.status, answer.text]).toEqual([404, '']);
        }
      }
    },
  );

  it.each([
    ['consent', 'PUT', 'GET, POST'],
    ['consent', 'HEAD', 'GET, POST'],
    ['consent/decision', 'GET', 'POST'],
    ['connected-agents', 'DELETE', 'GET, POST'],
    ['connected-agents/revoke', 'GET', 'POST'],
    ['receipt', 'OPTIONS', 'GET, POST'],
  ])('%s refuses %s with the verbs it has', async (path, method, allow) => {
    const answer = await world.request(`${world.addresses.issuer}/${path}`, { method });
    expect([answer.status, answer.text, answer.headers.get('allow')]).toEqual([405, '', allow]);
  });
});

it('PACT wire 3: serves what pages load for ever, and nothing else', async () => {
  const { style, script, icon } = new AssetFiles().addresses;
  for (const path of [style, script, icon]) {
    const { status, headers } = await world.request(world.publicUrl + path);
    expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    expect((await world.request(world.publicUrl + path, { method: 'HEAD' })).status).toBe(200);
  }
  for (const path of ['/oauth-assets/page.css', '/oauth-assets/..%2Fpackage.json', '/oauth-assets/']) {
    expect((await world.request(world.publicUrl + path)).status).toBe(404);
  }
});

it('PACT wire 3: limits the starts of connected agents and the checks of receipts by source', async () => {
  const statuses = async (url: string, form: Record<string, string>, count: number) => {
    const all = await Promise.all(Array.from({ length: count }, () => world.request(url, { form })));
    expect(
      all.filter(({ status }) => status === 429).every(({ headers }) => headers.get('retry-after')),
    ).toBe(true);
    return all.filter(({ status }) => status === 429).length;
  };
  expect(await statuses(world.addresses.connectedAgents, {}, 15)).toBeGreaterThanOrEqual(5);
  expect(await statuses(world.addresses.receipt, { jws: 'x' }, 70)).toBeGreaterThanOrEqual(8);
});

describe('connected agents, over HTTP', () => {
  it('P19, P21: lists the grants of whoever signed in, and ends one; its tokens stop', async () => {
    const user = { sub: randomUUID(), email: 'grace@brand.example' };
    const { userCode, poll } = await world.authorize();
    const page = await world.request(world.addresses.consent, {
      form: { assertion: world.assertion(userCode, { user }) },
    });
    await world.request(world.addresses.decision, {
      form: [
        ['session', sessionIn(page)],
        ['scope', 'orders:read'],
        ['decision', 'allow'],
      ],
    });
    expect(await poll()).toEqual(['orders:read']);
    const [{ user_code: code } = { user_code: '' }] = await mint();
    const shown = await world.request(world.addresses.consent, {
      form: { assertion: world.assertion(code, { user }) },
    });
    expect(shown.text).toContain(world.personalAgent.issuer);
    expect(shown.headers.get('content-security-policy')).toContain(
      `form-action 'self' ${world.login.origin};`,
    );
    const again = await world.request(world.addresses.consent, {
      form: { assertion: world.assertion(code, { user }) },
    });
    expect(again.status).toBe(400);
    const grant = /name="grant" value="([^"]*)"/.exec(shown.text)?.[1] ?? '';
    const form = { session: sessionIn(shown), grant };
    const foreign = await world.request(world.addresses.connectedAgentsRevoke, {
      form,
      headers: { origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    const ended = await world.request(world.addresses.connectedAgentsRevoke, { form });
    expect([ended.status, ended.text]).toEqual([200, expect.not.stringContaining(grant)]);
    expect(await world.oauth.run('SELECT revoked_by FROM delegation_grant WHERE id = $1', [grant])).toEqual([
      { revoked_by: 'user' },
    ]);
  });

  async function mint() {
    const brandId = world.brandId;
    await world.oauth.consents.mintManage(brandId);
    return world.oauth.run<{ user_code: string }>(
      `SELECT user_code FROM device_request WHERE kind = 'manage' AND brand_id = $1 ORDER BY created_at DESC LIMIT 1`,
      [brandId],
    );
  }
});

it('P37: a store that is away is an HTML 503, never a 400 or 401', async () => {
  gate = await TcpGate.to(world.oauth.database.url);
  const port = await world.oauth.boot({ DATABASE_URL: gate.url, SURETY_PUBLIC_URL: world.publicUrl });
  const { pathname } = new URL(world.addresses.consent);
  const { userCode } = await world.authorize();
  await gate.shut();
  const answer = await world.request(`${port}${pathname}`, { form: { assertion: assertion(userCode) } });
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(answer.text).toContain('Nothing was changed. Try again in a moment.');
  await gate.open();
});
