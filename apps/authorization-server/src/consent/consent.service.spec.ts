import { PageRefusal } from '../pages/page-refusal';
import type { PageAnswer } from '../pages/page-answer';
import { BRAND, CODE, CONSENT_URL, ConsentFlow, GRANT, assertionWith } from './consent-flow.test-kit';

let flow: ConsentFlow;

beforeEach(() => {
  flow = new ConsentFlow();
});

const withDelegation = (changes: Partial<(typeof BRAND)['delegation']>) => ({
  ...BRAND,
  delegation: { ...BRAND.delegation, ...changes },
});
const bodyOf = (answer: PageAnswer) => (answer.kind === 'page' ? String(answer.page.body) : '');
const post = (form: string) => flow.consent.receive(flow.request({ form }));
const refused = (answer: Promise<unknown>) =>
  answer.then(
    () => 'not refused',
    (error: unknown) => (error instanceof PageRefusal ? error.page : String(error)),
  );

describe('POST C', () => {
  it('PACT wire 3: asks in this order: assertion, guess limits, jti, user code', async () => {
    const answer = await post(assertionWith(' wdjb-mjht '));
    expect(flow.steps).toEqual(['assertion', 'limits', 'jti', `code ${CODE}`]);
    expect(bodyOf(answer)).toContain('<bdi dir="ltr">WDJB-MJHT</bdi>');
    expect(answer).not.toHaveProperty('headers.Set-Cookie');
  });

  it.each([
    ['no assertion', 'x=1', 'link', []],
    ['two assertions', 'assertion=a&assertion=b', 'link', []],
    ['a form that is none', 'assertion=%zz', 'link', []],
    ['a code that is none', assertionWith('nope'), 'link', ['assertion', 'limits', 'jti']],
    ['an unknown code', assertionWith('BBBBBBBB'), 'link', ['assertion', 'limits', 'jti', 'code BBBBBBBB']],
  ])('refuses %s', async (_kind, form, page, steps) => {
    expect(await refused(post(form))).toBe(page);
    expect(flow.steps).toEqual(steps);
  });

  it('P17: burns and looks up nothing while too many codes were wrong', async () => {
    flow.refusedForSeconds = 61;
    const refusal = await flow.consent
      .receive(flow.request({ form: assertionWith(CODE) }))
      .catch((error: PageRefusal) => error);
    expect(refusal).toMatchObject({ page: 'guesses', options: { retryAfterSeconds: 61 } });
    expect(flow.steps).toEqual(['assertion', 'limits']);
  });

  it('[PACT-5.3-assertion] P21: a used jti is refused before its code is looked up', async () => {
    flow.isJtiNew = false;
    expect(await refused(post(assertionWith(CODE)))).toBe('link');
    expect(flow.steps).toEqual(['assertion', 'limits', 'jti']);
  });

  it('P21: a manage code is good once, and answers the list', async () => {
    flow.kind = 'manage';
    expect(await post(assertionWith(CODE))).toMatchObject({ location: 'list' });
    flow.isPending = false;
    expect(await refused(post(assertionWith(CODE)))).toBe('link');
  });

  it('refuses a request of which the card has no scope left', async () => {
    flow.requested = ['gone'];
    expect(await refused(post(assertionWith(CODE)))).toBe('link');
  });

  describe('P22: consent is skipped', () => {
    beforeEach(() => {
      flow.brand = withDelegation({ skipConsent: true });
      flow.grant = GRANT;
    });

    it('[PACT-5.3-skip] when the Brand wants it and a live grant covers everything', async () => {
      expect(await post(assertionWith(CODE))).toMatchObject({
        kind: 'redirect',
        location:
          'https://brand.example/connected?status=approved&client=https%3A%2F%2Fpa.example.com&scope=orders%3Aread+orders%3Acancel',
      });
      expect(flow.steps.at(-1)).toBe('skip');
    });

    it.each([
      ['the Brand does not want it', () => (flow.brand = BRAND)],
      ['there is no grant', () => (flow.grant = undefined)],
      ['the grant is revoked', () => (flow.grant = { ...GRANT, revoked: true })],
      ['the grant covers a part', () => (flow.grant = { ...GRANT, scopes: ['orders:read'] })],
    ])('but not when %s', async (_case, change) => {
      change();
      expect(bodyOf(await post(assertionWith(CODE)))).toContain('<fieldset>');
      expect(flow.steps).not.toContain('skip');
    });

    it('but not when the grant ended meanwhile: the page is shown', async () => {
      flow.isStillCovered = false;
      expect((await post(assertionWith(CODE))).kind).toBe('page');
    });
  });

  it.each([
    ['the page', {}],
    ['a skip', { skipConsent: true }],
  ])('P22: begins a live session with %s, only where the Brand wants that', async (_kind, more) => {
    flow.brand = withDelegation({ liveSession: true, ...more });
    flow.grant = GRANT;
    const cookie = (await post(assertionWith(CODE))).headers?.['Set-Cookie'];
    expect(cookie).toMatch(
      /^surety_live=[\w-]{43}; Max-Age=900; Path=\/a2a\/01JBRAND\/oauth; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(flow.steps).toContain('cookie');
  });

  it('begins none for a wrong code', async () => {
    flow.brand = withDelegation({ liveSession: true });
    expect(await refused(post(assertionWith('BBBBBBBB')))).toBe('link');
    expect(flow.steps).not.toContain('cookie');
  });
});

describe('GET C', () => {
  const COOKIE = `a=b; surety_live=${'x'.repeat(43)}`;
  const get = (query: string, cookie?: string) =>
    flow.consent.show(flow.request({ query, ...(cookie ? { cookie } : {}) }));

  it('P22: is the 400 page while live sessions are off', async () => {
    flow.liveUser = { brandUser: 'user-1' };
    expect(await refused(get(`user_code=${CODE}`, COOKIE))).toBe('link');
    expect(flow.steps).toEqual([]);
  });

  describe('with live sessions on', () => {
    beforeEach(() => {
      flow.brand = withDelegation({ liveSession: true, skipConsent: true });
    });

    it.each([
      ['no cookie', undefined],
      ['a cookie that is not ours', 'surety_live=short'],
      ['a cookie that nobody knows', COOKIE],
    ])('leads to the login with %s, and back to the same address', async (_kind, cookie) => {
      const back = encodeURIComponent(`${CONSENT_URL}?user_code=WDJB-MJHT`);
      expect(await get('user_code=wdjbmjht', cookie)).toMatchObject({
        location: `https://brand.example/login?return_to=${back}`,
      });
      expect(await get('', cookie)).toMatchObject({
        location: `https://brand.example/login?return_to=${encodeURIComponent(CONSENT_URL)}`,
      });
    });

    it('field 25: never lets the address name where the login returns to', async () => {
      for (const query of [
        'user_code=//evil.example',
        'user_code=%26return_to=https://evil.example',
        'return_to=x',
      ]) {
        expect(await get(query)).toMatchObject({
          location: `https://brand.example/login?return_to=${encodeURIComponent(CONSENT_URL)}`,
        });
      }
    });

    describe('and a live one', () => {
      beforeEach(() => {
        flow.liveUser = { brandUser: 'user-1' };
      });

      it('shows consent and changes nothing, not even when a grant covers everything', async () => {
        flow.grant = GRANT;
        const html = bodyOf(await get(`user_code=${CODE}`, COOKIE));
        expect(html).toContain('<input type="hidden" name="scope" value="orders:read">');
        expect(html).toContain('Continue</button>');
        expect(flow.steps).toEqual(['live session', 'limits', `code ${CODE}`]);
      });

      it('asks for the code when there is none', async () => {
        expect(bodyOf(await get('', COOKIE))).toContain(`<form method="get" action="${CONSENT_URL}">`);
      });

      it.each(['user_code=', 'user_code=nope', 'user_code=BBBBBBBB', `user_code=${CODE}&user_code=${CODE}`])(
        'P17: counts %s as a guess',
        async query => {
          expect(await refused(get(query, COOKIE))).toBe('link');
          expect(flow.steps).toContain('limits');
        },
      );

      it('never lists connected agents: a manage code needs an assertion', async () => {
        flow.kind = 'manage';
        expect(await refused(get(`user_code=${CODE}`, COOKIE))).toBe('link');
        expect(flow.steps).not.toContain('consume');
      });
    });
  });
});
