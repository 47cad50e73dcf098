import { SignJWT, importJWK } from 'jose';
import fc from 'fast-check';
import { checkBrandAssertion, verifyBrandAssertion } from './brand-assertion';
import { BRAND_ASSERTION_CHECKS } from './brand-assertion.checks';
import {
  type BadRow,
  badForms,
  badHeaders,
  badSignatures,
  changed,
  ruleOf,
  signer,
  without,
} from './signed-tokens.test-kit';

const now = 1_796_000_000;
const C = 'https://provider.example/a2a/01J/oauth/consent';
const expected = { issuer: 'https://brand.example', consentUrl: C };
const brand = signer();
const header = { alg: 'ES256', kid: brand.kid, typ: 'JWT' };
const claims = {
  iss: 'https://brand.example',
  aud: C,
  sub: 'jane-4471',
  jti: 'a-1',
  iat: now,
  exp: now + 120,
  user_code: 'WDJB-MJHT',
  email: 'jane@example.com',
  name: 'Jane',
};
type Claims = Record<string, unknown>;

const judge = (token: string, checks = BRAND_ASSERTION_CHECKS, atSeconds = now) =>
  verifyBrandAssertion(token, brand.keys, expected, atSeconds * 1000, checks);
const sign = (members: Claims, headerMembers: Claims = {}) =>
  changed({ ...header, ...headerMembers }, { ...claims, ...members }, brand.seal);
const row = (rule: string, change: string, members: Claims, headerMembers: Claims = {}): BadRow => [
  rule,
  change,
  sign(members, headerMembers),
];
const texts = (claim: string, maxBytes: number) =>
  [undefined, '', 7, null, ['a'], 'é'.repeat(maxBytes / 2 + 1)].map(value =>
    row(claim, `${claim} ${JSON.stringify(value)?.slice(0, 9)}`, { [claim]: value }),
  );

const BAD: BadRow[] = [
  ...badForms(header, claims, brand.seal, 8192),
  ...badHeaders(header, claims, brand.seal),
  ...['at+jwt', 'pact-consent+jwt', 'admin+jwt', '', 7].map(typ => row('typ', `typ ${typ}`, {}, { typ })),
  row('kid', 'a kid that is a number', {}, { kid: 7 }),
  ...texts('sub', 256),
  ...texts('jti', 256),
  ...[undefined, '', 7, null].map(user_code => row('user_code', `user_code ${user_code}`, { user_code })),
  ...[7, null, 'x'.repeat(321)].map(email => row('email', `email ${String(email).slice(0, 9)}`, { email })),
  ...[7, null, ['Jane'], 'é'.repeat(161)].map(name =>
    row('name', `name ${String(name).slice(0, 9)}`, { name }),
  ),
  row('iat', 'no iat', { iat: undefined }),
  row('iat', 'iat as text', { iat: `${now}` }),
  row('exp', 'no exp', { exp: undefined }),
  row('nbf', 'nbf as text', { nbf: `${now}` }),
  row('exp-after-iat', 'exp at iat', { exp: now }),
  ...[undefined, 'https://brand2.example', 'https://brand.example/'].map(iss =>
    row('issuer', `iss ${iss}`, { iss }),
  ),
  ...[undefined, [C], `${C}/decision`, `${C}?user_code=WDJB-MJHT`, C.replace('01J', '02K')].map(aud =>
    row('audience', `aud ${String(aud)}`, { aud }),
  ),
  row('issued-in-future', 'iat 31 s ahead', { iat: now + 31, exp: now + 60 }),
  row('age', 'iat 301 s ago', { iat: now - 301, exp: now + 60 }),
  row('expired', 'exp 30 s ago', { iat: now - 60, exp: now - 30 }),
  row('not-yet-valid', 'nbf 31 s ahead', { nbf: now + 31 }),
  ...badSignatures(header, claims, brand.seal),
];

describe("P21: a Brand's assertion", () => {
  it('says who logged in, and for which request', () => {
    expect(judge(sign({}))).toEqual({
      ok: true,
      value: { sub: 'jane-4471', jti: 'a-1', userCode: 'WDJB-MJHT', email: 'jane@example.com', name: 'Jane' },
    });
  });

  it.each<[string, Claims, Claims]>([
    ['without typ', {}, { typ: undefined }],
    ['with typ in other case', {}, { typ: 'jwt' }],
    ['without kid, with one key published', {}, { kid: undefined }],
    ['with iat 30 s ahead', { iat: now + 30 }, {}],
    ['with iat 300 s ago', { iat: now - 300 }, {}],
    ['with exp 29.9 s ago', { iat: now - 60, exp: now - 29.9 }, {}],
    ['with nbf 30 s ahead', { nbf: now + 30 }, {}],
    ['with a lifetime of an hour', { exp: now + 3600 }, {}],
    ['with claims of its own', { roles: ['a'], auth_time: 1 }, { x: 1 }],
    ['with a sub of 256 bytes', { sub: 'é'.repeat(128) }, {}],
  ])('is good %s', (_, members, headerMembers) =>
    expect(ruleOf(judge(sign(members, headerMembers)))).toBeUndefined(),
  );

  it('email and name may be left out or empty', () => {
    const judged = judge(sign({ email: undefined, name: '' }));
    expect(judged).toEqual({ ok: true, value: { sub: 'jane-4471', jti: 'a-1', userCode: 'WDJB-MJHT' } });
  });

  it.each(['ES256', 'RS256'] as const)('may be signed by another library with %s', async alg => {
    const key = signer(alg);
    const token = await new SignJWT({ user_code: 'WDJB-MJHT' })
      .setProtectedHeader({ alg, kid: key.kid })
      .setIssuer(expected.issuer)
      .setAudience(C)
      .setSubject('jane')
      .setJti('j')
      .setIssuedAt(now)
      .setExpirationTime(now + 60)
      .sign(await importJWK(key.privateJwk as never, alg));
    expect(verifyBrandAssertion(token, key.keys, expected, now * 1000).ok).toBe(true);
  });

  it.each(BAD)('is refused by rule %s: %s', (rule, _, token) => expect(ruleOf(judge(token))).toBe(rule));

  it.each(BRAND_ASSERTION_CHECKS.map(({ name }) => name))(
    'bad ones come through when the check %s is off',
    name => {
      const checks = without(BRAND_ASSERTION_CHECKS, name);
      const through = BAD.filter(([, , token]) => judge(token, checks).ok).map(([rule]) => rule);
      expect(new Set(through)).toEqual(new Set([name]));
    },
  );

  it('is judged but for its signature before any key is fetched, and then names the key', () => {
    const wanted = (token: string) => checkBrandAssertion(token, expected, now * 1000);
    expect(wanted(sign({}))).toEqual({ ok: true, value: { alg: 'ES256', kid: brand.kid } });
    for (const [rule, , token] of BAD)
      expect(ruleOf(wanted(token))).toBe(rule === 'signature' ? undefined : rule);
  });

  it('takes exactly the times that the rules allow', () => {
    const seconds = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, (issued, ends) => {
        const isAllowed = issued <= 30 && issued >= -300 && ends > -30 && now + ends > now + issued;
        const [iat, exp] = [now + issued, now + ends];
        fc.pre(
          now - iat <= 300 === issued >= -300 &&
            iat <= now + 30 === issued <= 30 &&
            exp > now - 30 === ends > -30,
        );
        expect(judge(sign({ iat, exp })).ok).toBe(isAllowed);
      }),
      { numRuns: 200 },
    );
  });
});
