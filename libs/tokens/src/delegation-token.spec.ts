import fc from 'fast-check';
import { DELEGATION_GRANT_CHECKS, checkDelegationGrant } from './delegation-grant.checks';
import { signDelegationToken, verifyDelegationToken, verifyDelegationTokenAtBrand } from './delegation-token';
import { DELEGATION_TOKEN_CHECKS } from './delegation-token.checks';
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
const I = 'https://provider.example/a2a/01J';
const expected = { issuer: `${I}/oauth`, interfaceUrl: I, clientId: 'https://pa.example.com' };
const brand = signer();
const facts = {
  ...expected,
  brandUser: 'jane-4471',
  scopes: ['orders:read', 'orders:cancel'],
  grantId: 'a2agrant_1',
  iat: now,
  exp: now + 3600,
  jti: 'j1',
};
const header = { alg: 'ES256', kid: brand.kid, typ: 'at+jwt' };
const claims = {
  iss: `${I}/oauth`,
  aud: I,
  sub: 'jane-4471',
  client_id: 'https://pa.example.com',
  scope: 'orders:read orders:cancel',
  grant_id: 'a2agrant_1',
  iat: now,
  exp: now + 3600,
  jti: 'j1',
};

const judge = (token: string, checks = DELEGATION_TOKEN_CHECKS, atSeconds = now) =>
  verifyDelegationToken(token, brand.keys, expected, atSeconds * 1000, checks);
const withClaims = (members: object, rule: string, change: string): BadRow => [
  rule,
  change,
  changed(header, { ...claims, ...members }, brand.seal),
];
const withHeader = (members: object, rule: string, change: string): BadRow => [
  rule,
  change,
  changed({ ...header, ...members }, claims, brand.seal),
];

const BAD: BadRow[] = [
  ...badForms(header, claims, brand.seal, 8192),
  ...badHeaders(header, claims, brand.seal),
  ...[
    'JWT',
    undefined,
    'AT+JWT',
    'application/at+jwt',
    'pact-receipt+jws',
    'admin+jwt',
    'pact-consent+jwt',
  ].map(typ => withHeader({ typ }, 'typ', `typ ${typ}`)),
  withHeader({ kid: undefined }, 'kid', 'no kid'),
  withHeader({ kid: 7 }, 'kid', 'a kid that is a number'),
  ...[undefined, '', 7, 'x'.repeat(257)].map(sub =>
    withClaims({ sub }, 'sub', `sub ${String(sub).slice(0, 9)}`),
  ),
  ...[undefined, ['orders:read'], 7].map(scope => withClaims({ scope }, 'scope', `scope ${String(scope)}`)),
  ...[undefined, '', 7].map(grant_id => withClaims({ grant_id }, 'grant-id', `grant_id ${String(grant_id)}`)),
  withClaims({ iat: undefined }, 'iat', 'no iat'),
  withClaims({ iat: `${now}` }, 'iat', 'iat as text'),
  withClaims({ exp: undefined }, 'exp', 'no exp'),
  withClaims({ exp: `${now + 9}` }, 'exp', 'exp as text'),
  ...[undefined, I, `${I}/oauth/`, 'https://provider.example/a2a/02K/oauth'].map(iss =>
    withClaims({ iss }, 'issuer', `iss ${iss}`),
  ),
  ...[undefined, [I], `${I}/`, `${I}/oauth`, 'https://provider.example/a2a/02K'].map(aud =>
    withClaims({ aud }, 'audience', `aud ${String(aud)}`),
  ),
  ...[undefined, 'https://pa2.example', 'https://pa.example.com/'].map(id =>
    withClaims({ client_id: id }, 'client', `client_id ${id}`),
  ),
  withClaims({ iat: now + 30.5 }, 'issued-in-future', 'iat 30.5 s ahead'),
  withClaims({ exp: now }, 'expired', 'exp now (no skew)'),
  withClaims({ exp: now - 29 }, 'expired', 'exp 29 s ago (no skew)'),
  ...badSignatures(header, claims, brand.seal),
];

describe('PACT 5.4, P20: signing a delegation token', () => {
  const [protectedPart = '', payload = ''] = signDelegationToken(brand.privateJwk, facts).split('.');
  const text = (part: string) => Buffer.from(part, 'base64url').toString('utf8');

  it('[PACT-5.4-jwt] has golden bytes (Brand APIs verify these tokens)', () => {
    expect(text(protectedPart)).toBe(`{"alg":"ES256","kid":"${brand.kid}","typ":"at+jwt"}`);
    expect(text(payload)).toBe(
      '{"iss":"https://provider.example/a2a/01J/oauth","aud":"https://provider.example/a2a/01J","sub":"jane-4471",' +
        '"client_id":"https://pa.example.com","scope":"orders:read orders:cancel","grant_id":"a2agrant_1",' +
        '"iat":1796000000,"exp":1796003600,"jti":"j1"}',
    );
  });

  it.each(['ES256', 'RS256'] as const)('verifies what it signs with %s', alg => {
    const { privateJwk, keys } = signer(alg);
    expect(verifyDelegationToken(signDelegationToken(privateJwk, facts), keys, expected, now * 1000)).toEqual(
      {
        ok: true,
        value: {
          brandUser: 'jane-4471',
          clientId: 'https://pa.example.com',
          scopes: ['orders:read', 'orders:cancel'],
          grantId: 'a2agrant_1',
          expMs: (now + 3600) * 1000,
        },
      },
    );
  });
});

describe('PACT 5.5: verifying a delegation token', () => {
  it('accepts the token that all bad ones are a mutation of, to its last moment, and 30 s before its first', () => {
    const good = changed(header, claims, brand.seal);
    for (const at of [now, now - 30, now + 3599.999])
      expect(ruleOf(judge(good, undefined, at))).toBeUndefined();
  });

  it.each(BAD)('[PACT-5.5-verify] refuses by rule %s: %s', (rule, _, token) =>
    expect(ruleOf(judge(token))).toBe(rule),
  );

  it.each(DELEGATION_TOKEN_CHECKS.map(({ name }) => name))(
    'lets a bad token through when the check %s is off',
    name => {
      const checks = without(DELEGATION_TOKEN_CHECKS, name);
      const through = BAD.filter(([, , token]) => judge(token, checks).ok).map(([rule]) => rule);
      expect(new Set(through)).toEqual(new Set([name]));
    },
  );

  it('refuses every token with one character changed', () => {
    const good = changed(header, claims, brand.seal);
    const alphabet = fc.constantFrom(...'ABCXYZabcxyz0129-_.= +/');
    fc.assert(
      fc.property(fc.nat(good.length - 1), alphabet, (at, character) => {
        fc.pre(good[at] !== character);
        expect(judge(good.slice(0, at) + character + good.slice(at + 1)).ok).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it('never throws, whatever the text', () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map(json => Buffer.from(json).toString('base64url')),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 5 }).map(parts => parts.join('.')),
    );
    fc.assert(fc.property(texts, text => expect(judge(text).ok).toBe(false)));
  });
});

describe('PACT 5.5, P15, P19: the grant behind a token', () => {
  const token = {
    brandUser: 'jane-4471',
    clientId: expected.clientId,
    scopes: [],
    grantId: 'a2agrant_1',
    expMs: 0,
  };
  const grant = {
    brandId: 'b1',
    personalAgentId: 'pa1',
    sub: 'alice',
    brandUser: 'jane-4471',
    revoked: false,
    endsAtMs: 1000,
  };
  const caller = { brandId: 'b1', personalAgentId: 'pa1', sub: 'alice', binding: 'sub' as const };
  const rows: [string, string, Partial<typeof grant>, object, number][] = [
    ['grant-brand', 'another Brand', { brandId: 'b2' }, {}, 0],
    ['grant-client', 'another personal agent', { personalAgentId: 'pa2' }, {}, 0],
    ['grant-user', 'another Brand user', { brandUser: 'john-1' }, {}, 0],
    ['grant-sub', 'another User of the same personal agent', {}, { sub: 'bob' }, 0],
    ['grant-revoked', 'revoked', { revoked: true }, {}, 0],
    ['grant-ended', 'at its end', {}, {}, 1000],
  ];

  it('carries the token for its owner until its last millisecond', () => {
    expect(checkDelegationGrant(token, grant, caller, 999)).toEqual({ ok: true, value: grant });
  });

  it.each(rows)('refuses by rule %s: %s', (rule, _, grantChange, callerChange, nowMs) => {
    const judged = (checks = DELEGATION_GRANT_CHECKS) =>
      checkDelegationGrant(
        token,
        { ...grant, ...grantChange },
        { ...caller, ...callerChange },
        nowMs,
        checks,
      );
    expect(ruleOf(judged())).toBe(rule);
    expect(judged(without(DELEGATION_GRANT_CHECKS, rule)).ok).toBe(true);
  });

  it('has a test for each rule, and no grant is no good grant', () => {
    expect(rows.map(([rule]) => rule)).toEqual(DELEGATION_GRANT_CHECKS.map(({ name }) => name));
    expect(ruleOf(checkDelegationGrant(token, undefined, caller, 0))).toBe('grant-known');
  });

  it('P15: binds to the personal agent alone when so set', () => {
    expect(checkDelegationGrant(token, grant, { ...caller, sub: 'bob', binding: 'client' }, 0).ok).toBe(true);
    expect(
      ruleOf(checkDelegationGrant(token, grant, { ...caller, personalAgentId: 'pa2', binding: 'client' }, 0)),
    ).toBe('grant-client');
  });
});

describe("verifyDelegationTokenAtBrand (PACT wire 5.4): the Brand's own API", () => {
  const { issuer, interfaceUrl } = expected;
  const atBrand = (token: string) =>
    verifyDelegationTokenAtBrand(token, brand.keys, { issuer, interfaceUrl }, now * 1000);

  it('takes the token of any client, and says whose it is', () => {
    const token = changed(header, { ...claims, client_id: 'https://other.example' }, brand.seal);
    expect(atBrand(token)).toMatchObject({ ok: true, value: { clientId: 'https://other.example' } });
  });

  it.each(BAD.filter(([rule]) => rule !== 'client'))('refuses by rule %s: %s', (rule, _, token) => {
    expect(ruleOf(atBrand(token))).toBe(rule);
  });

  it.each([undefined, '', 7])('refuses a token whose client_id is %s', client_id => {
    expect(ruleOf(atBrand(changed(header, { ...claims, client_id }, brand.seal)))).toBe('client');
  });
});
