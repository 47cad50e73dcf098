import { AssetFiles } from '../assets/page-assets';
import { LANGUAGE_TAGS } from '../pages/languages';
import { writeAnswer } from '../pages/write-answer';
import { consentPage } from './consent-page';
import { CONSENT_FACTS } from './consent-page.test-kit';

const assets = new AssetFiles();
const write = (changes: Partial<typeof CONSENT_FACTS> = {}) =>
  writeAnswer(
    { kind: 'page', status: 200, page: consentPage({ ...CONSENT_FACTS, ...changes }) },
    { completionUrl: null, loginUrl: 'https://brand.example/login' },
    { assets: assets.addresses, isHttps: true },
  ).body;

/** Text that breaks out of everything that does not escape it. */
const HOSTILE = `"><script>alert(1)</script><img src=x onerror='y'>\u202e\u2069&amp;</bdi></label>`;
const ESCAPED = `&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=&#39;y&#39;&gt;\u202e&amp;amp;&lt;/bdi&gt;&lt;/label&gt;`;

describe('the consent page', () => {
  it('[PACT-5.3-consent] [RFC8628-3.3-confirm] PACT wire 3: stands in the order of the wire, the Brand first and in focus', () => {
    const html = write({ personalAgent: { issuer: 'https://pa.example.com/tenant', registered: false } });
    const places = [
      '<h1 tabindex="-1" autofocus><bdi>Fernway Market</bdi> <small><bdi dir="ltr">fernway.example</bdi></small></h1>',
      'Signed in as <bdi>ada@example.com</bdi>.',
      'Not you?</a>',
      '<p class="agent"><bdi dir="ltr">https://pa.example.com</bdi></p>',
      'not registered here',
      '<bdi dir="ltr">WDJB-MJHT</bdi>',
      'Is this the code you were shown?',
      '<fieldset>',
      '30 days',
      'value="deny"',
      'value="allow"',
      'name="lang"',
    ].map(text => html.indexOf(text));
    expect(places.every(at => at > 0)).toBe(true);
    expect([...places].sort((one, other) => one - other)).toEqual(places);
  });

  it('[PACT-5.3-consent] PACT 5.3: shows the origin of the issuer and not its path', () => {
    expect(write()).not.toContain('tenant');
  });

  it('says that a personal agent is not registered only when it is not', () => {
    expect(write()).not.toContain('not registered');
  });

  it.each([
    ['the name of the Brand', { brand: { name: HOSTILE, domain: 'a.example' } }],
    ['the domain of the Brand', { brand: { name: 'a', domain: HOSTILE } }],
    ['the account', { account: HOSTILE }],
    ['the user code', { userCode: HOSTILE }],
    ['a description', { boxes: [{ id: 'a', description: HOSTILE, ticked: true }] }],
    ['a covered description', { isCovered: true, boxes: [{ id: 'a', description: HOSTILE, ticked: true }] }],
  ])('field 24: shows markup and direction marks in %s as isolated text', (_place, changes) => {
    const html = write(changes);
    expect(html).toMatch(/<bdi( dir="ltr")?>&quot;&gt;&lt;script/);
    expect(html).toContain(`>${ESCAPED}</bdi>`);
    expect(html).not.toMatch(/<script>|<img|onerror='/);
  });

  it.each([
    ['a scope id', { boxes: [{ id: `x'>&y`, description: 'd', ticked: true }] }, 'value="x&#39;&gt;&amp;y"'],
    ['the session', { session: '"x' }, 'value="&quot;x"'],
    [
      'the login address',
      { loginUrl: 'https://b.example/?a="&b' },
      'href="https://b.example/?a=&quot;&amp;b"',
    ],
  ])('keeps %s in its attribute', (_place, changes, attribute) => {
    expect(write(changes)).toContain(attribute);
  });

  it.each(LANGUAGE_TAGS)('names its language and direction in %s', language => {
    expect(write({ language })).toContain(
      `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
    );
  });

  it('issue 3: stays below 60 KB with all it loads, and loads from its own origin only', () => {
    const boxes = Array.from({ length: 50 }, (_, at) => ({
      id: `scope:${at}`,
      description: 'What an agent may do with this permission. '.repeat(5),
      ticked: true,
    }));
    const html = write({ boxes });
    expect(Buffer.byteLength(html) + assets.totalBytes).toBeLessThan(60_000);
    const loaded = [...html.matchAll(/<(?:link|script|img)[^>]*(?:href|src)="([^"]*)"/g)].map(
      match => match[1],
    );
    expect(loaded).toHaveLength(3);
    for (const address of loaded)
      expect(address).toMatch(/^\/oauth-assets\/[a-z]+\.[\w-]{16}\.(css|js|svg)$/);
    expect(assets.find(loaded[1] ?? '')?.content.toString()).not.toMatch(/url\(|@import/);
  });
});
