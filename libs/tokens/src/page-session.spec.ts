import fc from 'fast-check';
import { type PageSessionToSign, pageSessionKey, signPageSession, verifyPageSession } from './page-session';
import { PAGE_SESSION_CHECKS, type PageSessionKind, sha256Mac } from './page-session.checks';
import { type BadRow, badForms, changed, compact, ruleOf, without } from './signed-tokens.test-kit';

const now = 1_796_000_000;
const root = Buffer.alloc(32, 7);
const key = pageSessionKey(root, 'consent');
const otherKey = pageSessionKey(root, 'manage');
const audience = 'https://provider.example/a2a/01J/oauth/consent/decision';
const expected = { kind: 'consent' as PageSessionKind, key, audience, brandId: '01J' };
const session: PageSessionToSign = {
  ...expected,
  nowMs: now * 1000,
  sub: 'jane-4471',
  email: 'jane@example.com',
  lang: 'en',
  request: 'dr_1',
};
const header = { alg: 'HS256', typ: 'pact-consent+jwt' };
const claims = {
  aud: audience,
  iat: now,
  exp: now + 600,
  brand: '01J',
  request: 'dr_1',
  sub: 'jane-4471',
  email: 'jane@example.com',
  lang: 'en',
};
type Members = Record<string, unknown>;

const seal = (input: string) => sha256Mac(key, input);
const judge = (token: string, checks = PAGE_SESSION_CHECKS, atSeconds = now) =>
  verifyPageSession(token, expected, atSeconds * 1000, checks);
const row = (rule: string, change: string, members: Members, headerMembers: Members = {}): BadRow => [
  rule,
  change,
  changed({ ...header, ...headerMembers }, { ...claims, ...members }, seal),
];
const text = JSON.stringify;

const BAD: BadRow[] = [
  ...badForms(header, claims, seal, 8192),
  ...['none', 'HS512', 'ES256', 'hs256', undefined].map(alg => row('alg', `alg ${alg}`, {}, { alg })),
  row('crit', 'crit', {}, { crit: ['x'] }),
  [
    'signature',
    'the key of another purpose',
    compact(text(header), text(claims), input => sha256Mac(otherKey, input)),
  ],
  [
    'signature',
    'the deployment key itself',
    compact(text(header), text(claims), input => sha256Mac(root, input)),
  ],
  [
    'signature',
    'an empty key',
    compact(text(header), text(claims), input => sha256Mac(Buffer.alloc(0), input)),
  ],
  ['signature', 'one byte too few', compact(text(header), text(claims), input => seal(input).subarray(1))],
  [
    'signature',
    'one byte too many',
    compact(text(header), text(claims), input => Buffer.concat([seal(input), Buffer.alloc(1)])),
  ],
  ['signature', 'zeros', compact(text(header), text(claims), () => Buffer.alloc(32))],
  ...['pact-manage+jwt', 'JWT', 'at+jwt', undefined].map(typ => row('typ', `typ ${typ}`, {}, { typ })),
  ...[undefined, '', 7, 'x'.repeat(257)].map(sub => row('sub', `sub ${String(sub).slice(0, 9)}`, { sub })),
  ...[undefined, '', 7].map(request => row('request', `request ${request}`, { request })),
  row('lang', 'no lang', { lang: undefined }),
  row('iat', 'no iat', { iat: undefined }),
  row('exp', 'no exp', { exp: undefined }),
  ...[undefined, [audience], audience.replace('01J', '02K'), `${audience}/`].map(aud =>
    row('audience', `aud ${String(aud)}`, { aud }),
  ),
  ...[undefined, '02K', ['01J']].map(brand => row('brand', `brand ${String(brand)}`, { brand })),
  row('issued-in-future', 'iat 31 s ahead', { iat: now + 31 }),
  row('expired', 'exp now', { exp: now }),
];

describe('P21, PACT wire 3: the signed session of a page', () => {
  it('has golden bytes of header and claims', () => {
    const [head = '', body = ''] = signPageSession({ ...session, name: 'Jane' }).split('.');
    expect(Buffer.from(head, 'base64url').toString('utf8')).toBe('{"alg":"HS256","typ":"pact-consent+jwt"}');
    expect(Buffer.from(body, 'base64url').toString('utf8')).toBe(
      '{"aud":"https://provider.example/a2a/01J/oauth/consent/decision","iat":1796000000,"exp":1796000600,"brand":"01J",' +
        '"request":"dr_1","sub":"jane-4471","email":"jane@example.com","name":"Jane","lang":"en"}',
    );
  });

  it('has a key of its own for each kind, none of them the deployment key', () => {
    expect(new Set([root, key, otherKey].map(bytes => bytes.toString('hex'))).size).toBe(3);
    expect(key.toString('hex')).toBe('55441a741f5034d4ac863b3672b475616264f2400a607319f22dcfa8735ac075');
  });

  it('comes back as it was signed, until it ends', () => {
    const token = signPageSession(session);
    expect(judge(token)).toEqual({
      ok: true,
      value: { sub: 'jane-4471', email: 'jane@example.com', lang: 'en', request: 'dr_1' },
    });
    expect(judge(token, undefined, now + 599.999).ok).toBe(true);
    expect(ruleOf(judge(token, undefined, now + 600))).toBe('expired');
  });

  it('does not outlive its device code', () => {
    const token = signPageSession({ ...session, codeEndsAtMs: (now + 42) * 1000 + 999 });
    expect(judge(token, undefined, now + 41).ok).toBe(true);
    expect(ruleOf(judge(token, undefined, now + 42))).toBe('expired');
  });

  it('of connected agents needs no request', () => {
    const manage = { ...expected, kind: 'manage' as const, key: otherKey };
    const token = signPageSession({ ...session, ...manage, request: undefined });
    expect(verifyPageSession(token, manage, now * 1000)).toEqual({
      ok: true,
      value: { sub: 'jane-4471', email: 'jane@example.com', lang: 'en' },
    });
    expect(ruleOf(judge(token))).toBe('signature');
  });

  it.each(BAD)('is refused by rule %s: %s', (rule, _, token) => expect(ruleOf(judge(token))).toBe(rule));

  it.each(PAGE_SESSION_CHECKS.map(({ name }) => name))(
    'bad ones come through when the check %s is off',
    name => {
      const checks = without(PAGE_SESSION_CHECKS, name);
      const through = BAD.filter(([, , token]) => judge(token, checks).ok).map(([rule]) => rule);
      expect(new Set(through)).toEqual(new Set([name]));
    },
  );

  it('holds whatever a Brand says of its User', () => {
    const words = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
      .filter(name => !name.includes('\0'));
    fc.assert(
      fc.property(words, words, (sub, name) => {
        const judged = judge(signPageSession({ ...session, sub, name }));
        fc.pre(Buffer.byteLength(sub) <= 256);
        expect(judged).toMatchObject({ ok: true, value: { sub, name } });
      }),
    );
  });
});
