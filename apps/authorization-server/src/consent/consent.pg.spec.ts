import { randomUUID } from 'node:crypto';
import { generateSigningJwk } from '@surety/tokens';
import { type AssertionDraft, approveByForms } from '@surety/testing';
import {
  type BareAnswer,
  type FormFields,
  PagesWorld,
  SCOPES,
  type Waiting,
  sessionIn,
} from '../test-stack/pages-world.test-kit';

jest.setTimeout(60_000);

let world: PagesWorld;

beforeAll(async () => {
  world = await PagesWorld.open({ SURETY_TRUSTED_PROXIES: '127.0.0.1/32' });
});
afterAll(() => world.close());

const someone = () => ({ sub: randomUUID(), email: 'ada@brand.example' });
/** Every request of a test comes from an address of its own, since guesses count by source. */
let source = 0;
const fromElsewhere = () => ({ 'x-forwarded-for': `198.51.${(source += 1) >> 8}.${source & 255}` });

const assert = (userCode: string, draft?: AssertionDraft) => world.assertion(userCode, draft);
const postAssertion = (assertion: string, headers: Record<string, string> = fromElsewhere()) =>
  world.request(world.addresses.consent, { form: { assertion }, headers });
const show = ({ userCode }: Waiting, user = someone()) => postAssertion(assert(userCode, { user }));
const decide = (fields: FormFields, headers: Record<string, string> = {}) =>
  world.request(world.addresses.decision, { form: fields, headers });
const allow = (session: string, scopes: readonly string[] = SCOPES) =>
  decide([['session', session], ...scopes.map(id => ['scope', id] as const), ['decision', 'allow']]);

/** The 400 page in English, byte for byte. */
async function linkPage(): Promise<string> {
  const { status, text } = await decide({});
  expect(status).toBe(400);
  expect(text).toContain(
    'This link may have expired or been used. Go back to your personal agent and ask again.',
  );
  return text;
}

describe('from login to token over bare HTTP', () => {
  it('PACT 5.3, suite 4: approves a part without cookies, Origin and script', async () => {
    const waiting = await world.authorize();
    expect(await waiting.poll()).toBe('authorization_pending');
    const login = { email: 'ada@brand.example', password: 'x' };
    const end = await approveByForms(waiting.link, login, ['orders:read']);
    expect(end.status).toBe(303);
    expect(end.boxes).toEqual(SCOPES.map(id => ({ id, checked: true })));
    expect(`${end.location?.origin}${end.location?.pathname}`).toBe(world.login.completionUrl);
    expect(Object.fromEntries(end.location?.searchParams ?? [])).toEqual({
      status: 'approved',
      client: world.personalAgent.issuer,
      scope: 'orders:read',
    });
    expect(await waiting.poll()).toEqual(['orders:read']);
    expect(await waiting.poll()).toBe('invalid_grant');
  });

  it('case 38: a scope added by hand is not granted, and Allow with none ticked declines', async () => {
    const asked = await world.authorize({ scopes: ['orders:read'] });
    const page = await show(asked);
    expect(page.text).not.toContain('orders:cancel');
    expect((await allow(sessionIn(page))).headers.get('location')).toMatch(/scope=orders%3Aread$/);
    expect(await asked.poll()).toEqual(['orders:read']);
    const none = await world.authorize();
    const declined = await allow(sessionIn(await show(none)), ['not:asked']);
    expect(declined.headers.get('location')).toMatch(/status=denied&client=/);
    expect(await none.poll()).toBe('access_denied');
  });

  it('P21: unticks next time what this User unticked before', async () => {
    const user = someone();
    const sub = randomUUID();
    await allow(sessionIn(await show(await world.authorize({ sub }), user)), ['orders:read']);
    const again = await show(await world.authorize({ sub }), user);
    expect(again.text).toContain('value="orders:read" checked>');
    expect(again.text).toContain('value="orders:cancel">');
  });
});

describe('case 37: a bad assertion', () => {
  const stranger = generateSigningJwk('ES256').privateJwk;
  const now = Math.floor(Date.now() / 1000);

  it.each<[string, AssertionDraft | undefined]>([
    ['for another address', { claims: { aud: 'https://provider.example/consent' } }],
    ['of another issuer', { claims: { iss: 'https://other.example' } }],
    ['that has ended', { claims: { exp: now - 31, iat: now - 60 } }],
    ['older than five minutes', { claims: { iat: now - 301, exp: now + 60 } }],
    ['without jti', { claims: { jti: undefined } }],
    ['without user_code', { claims: { user_code: undefined } }],
    ['without sub', { claims: { sub: undefined } }],
    ['of alg none', { header: { alg: 'none' } }],
    ['by another Brand', { signer: stranger }],
    ['by another Brand under this kid', { signer: stranger, header: { kid: undefined } }],
    ['that is a delegation token', { header: { typ: 'at+jwt' } }],
  ])('%s gets the one 401 page and leaves the request alone', async (_kind, draft) => {
    const waiting = await world.authorize();
    const refused = await postAssertion(assert(waiting.userCode, draft));
    const garbage = await postAssertion('x.y.z');
    expect([refused.status, refused.text]).toEqual([401, garbage.text]);
    expect(refused.text).not.toContain('<form');
    expect(refused.headers.get('www-authenticate')).toBeNull();
    expect((await show(waiting)).status).toBe(200);
  });
});

describe('field 20: one body for everything that may have expired or been used', () => {
  it.each<[string, () => Promise<BareAnswer>]>([
    ['an unknown code', () => postAssertion(assert('BBBB-BBBB'))],
    ['a code that is none', () => postAssertion(assert('<b>nope</b>'))],
    [
      'a code of another Brand',
      async () => {
        return show(await world.authorize({ brandId: await world.openBrand() }));
      },
    ],
    [
      'an expired code',
      async () => {
        const waiting = await world.authorize();
        await expire(waiting);
        return show(waiting);
      },
    ],
    [
      'a request that expires under the page',
      async () => {
        const waiting = await world.authorize();
        const session = sessionIn(await show(waiting));
        await expire(waiting);
        const answer = await allow(session);
        expect(await waiting.poll()).toBe('expired_token');
        return answer;
      },
    ],
    [
      'a decided code',
      async () => {
        const waiting = await world.authorize();
        await allow(sessionIn(await show(waiting)));
        return show(waiting);
      },
    ],
    [
      'a decision that comes twice',
      async () => {
        const session = sessionIn(await show(await world.authorize()));
        await allow(session);
        return allow(session);
      },
    ],
    [
      'an assertion that comes twice',
      async () => {
        const assertion = assert((await world.authorize()).userCode);
        expect((await postAssertion(assertion)).status).toBe(200);
        return postAssertion(assertion);
      },
    ],
    ['no assertion', () => world.request(world.addresses.consent, { form: { x: 'y' } })],
    ['a JSON body', () => post(world.addresses.consent, '{"assertion":"x"}', 'application/json')],
    ['a form over 8 KiB', () => postAssertion('x'.repeat(9_000))],
    ['a session of another kind', () => decide({ session: assert('x'), decision: 'allow' })],
    [
      'GET while live sessions are off',
      () => world.request(`${world.addresses.consent}?user_code=BBBB-BBBB`),
    ],
  ])('%s', async (_kind, act) => {
    const { status, text, headers } = await act();
    expect([status, text]).toEqual([400, await linkPage()]);
    expect(headers.get('set-cookie')).toBeNull();
  });

  it('P21: burns the jti of an assertion whose code is unknown', async () => {
    const assertion = assert('BBBB-BBBB');
    await postAssertion(assertion);
    const jti = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString()).jti;
    expect(await world.oauth.run('SELECT jti FROM assertion_jti WHERE jti = $1', [jti])).toHaveLength(1);
  });
});

const expire = ({ userCode }: Waiting) =>
  world.oauth.run(`UPDATE device_request SET expires_at = clock_timestamp() WHERE user_code = $1`, [
    userCode.replace('-', ''),
  ]);

async function post(url: string, body: string, type: string): Promise<BareAnswer> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('at once', () => {
  it('field 19: of twenty decisions, allow and deny, one leads on', async () => {
    const waiting = await world.authorize();
    const session = sessionIn(await show(waiting));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? allow(session) : decide({ session, decision: 'deny' }),
      ),
    );
    const led = answers.filter(({ status }) => status === 303);
    expect(led).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    const isApproved = led[0]?.headers.get('location')?.includes('status=approved');
    expect(await waiting.poll()).toEqual(isApproved ? SCOPES : 'access_denied');
  });

  it('PACT wire 4: two consents in flight converge to one grant', async () => {
    const [user, sub] = [someone(), randomUUID()];
    const waiting = await Promise.all(SCOPES.map(id => world.authorize({ sub, scopes: [id] })));
    const sessions = await Promise.all(waiting.map(async one => sessionIn(await show(one, user))));
    await Promise.all(sessions.map(session => allow(session)));
    expect(await world.oauth.run('SELECT scopes FROM delegation_grant WHERE sub = $1', [sub])).toEqual([
      { scopes: SCOPES },
    ]);
  });
});

describe('field 24: the decision', () => {
  it.each([
    ['null', 403],
    ['https://evil.example', 403],
    ['', 303],
    ['ours', 303],
  ])('with Origin %s is answered %d', async (origin, status) => {
    const waiting = await world.authorize();
    const session = sessionIn(await show(waiting));
    const sent = origin === 'ours' ? world.publicUrl : origin;
    const answer = await decide(
      { session, decision: 'allow', scope: 'orders:read' },
      sent ? { origin: sent } : {},
    );
    expect(answer.status).toBe(status);
    expect(await waiting.poll()).toEqual(status === 303 ? ['orders:read'] : 'authorization_pending');
  });

  it('the assertion comes from the Brand, whatever its Origin', async () => {
    const { userCode } = await world.authorize();
    const headers = { ...fromElsewhere(), origin: world.login.origin };
    expect((await postAssertion(assert(userCode), headers)).status).toBe(200);
  });
});

describe('P17: guessing', () => {
  it('is refused after ten wrong codes of one source, nothing burnt, and nobody else is locked out', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.1' };
    const tries = await Promise.all(
      Array.from({ length: 15 }, () => postAssertion(assert('BBBB-BBBB'), headers)),
    );
    expect(tries.filter(({ status }) => status === 400)).toHaveLength(10);
    const waiting = await world.authorize();
    const assertion = assert(waiting.userCode);
    const refused = await postAssertion(assertion, headers);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await postAssertion(assertion, { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200);
  });

  it.each([' wdjb mjht ', 'wdjbmjht', 'WDJB\u2010MJHT', 'wDjB--mJhT'])(
    'field 21: finds a code however it is spelled: %p',
    async spelling => {
      const { userCode } = await world.authorize();
      await world.oauth.run(`UPDATE device_request SET user_code = id WHERE user_code = 'WDJBMJHT'`);
      await world.oauth.run(`UPDATE device_request SET user_code = 'WDJBMJHT' WHERE user_code = $1`, [
        userCode.replace('-', ''),
      ]);
      const page = await postAssertion(assert(spelling));
      expect(page.text).toContain('WDJB-MJHT');
    },
  );
});
