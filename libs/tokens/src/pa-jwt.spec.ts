import fc from 'fast-check';
import { explainPaJwt } from './pa-jwt.explain';
import { PA_JWT_CHECKS } from './pa-jwt.checks';
import { signCompactJws } from './compact-jws';
import { readJwks } from './jwks';
import { checkPaJwtClaims, parsePaJwt, verifyPaJwt } from './pa-jwt.verify';
import { generateSigningJwk } from './signing-jwk';

const now = 1_796_000_000;
const expected = { issuer: 'https://pa.example.com', audience: 'aud-1' };
const { privateJwk, publicJwk } = generateSigningJwk('ES256');
const keySet = readJwks(JSON.stringify({ keys: [publicJwk] }));
const keys = keySet.ok ? keySet.value : [];

function sign(claims: Record<string, unknown>, header: Record<string, unknown> = {}): string {
  const all = { iss: expected.issuer, sub: 's', aud: expected.audience, iat: now, exp: now + 120, ...claims };
  return signCompactJws(privateJwk, { alg: 'ES256', kid: publicJwk.kid, typ: 'JWT', ...header }, all);
}

/** The rule that refuses the token at this second, or undefined. */
function ruleAgainst(token: string, atSeconds = now): string | undefined {
  const parsed = parsePaJwt(token);
  if (!parsed.ok) return parsed.error.rule;
  const verified = verifyPaJwt(parsed.value, keys, expected, atSeconds * 1000);
  return verified.ok ? undefined : verified.error.rule;
}

describe('P32: times at their edges', () => {
  it.each([
    ['iat 30 s ahead', { iat: now + 30, exp: now + 150 }, undefined],
    ['iat 30.001 s ahead', { iat: now + 30.001, exp: now + 150 }, 'issued-in-future'],
    ['exp 29.999 s ago', { iat: now - 100, exp: now - 29.999 }, undefined],
    ['exp 30 s ago', { iat: now - 100, exp: now - 30 }, 'expired'],
    ['nbf 30 s ahead', { nbf: now + 30 }, undefined],
    ['nbf 30.001 s ahead', { nbf: now + 30.001 }, 'not-yet-valid'],
    ['a lifetime of 300 s', { exp: now + 300 }, undefined],
    ['a lifetime of 300.001 s', { exp: now + 300.001 }, 'lifetime'],
    ['exp a hair after iat', { exp: now + 0.001 }, undefined],
    ['exp equal to iat', { exp: now }, 'exp-after-iat'],
  ])('%s', (_, claims, rule) => {
    expect(ruleAgainst(sign(claims))).toBe(rule);
  });

  it('accepts exactly the times that the rules allow', () => {
    const seconds = fc.double({ min: -400, max: 400, noNaN: true });
    fc.assert(
      fc.property(seconds, seconds, fc.option(seconds, { nil: undefined }), (issued, ends, starts) => {
        const [iat, exp, nbf] = [now + issued, now + ends, starts === undefined ? undefined : now + starts];
        const isAllowed =
          exp > iat && exp - iat <= 300 && iat <= now + 30 && exp > now - 30 && (nbf ?? now) <= now + 30;
        const parsed = parsePaJwt(sign({ iat, exp, nbf }));
        expect(parsed.ok && checkPaJwtClaims(parsed.value, expected, now * 1000).ok).toBe(isAllowed);
      }),
      { numRuns: 300 },
    );
  });
});

describe('PACT 3.2: verification', () => {
  it('never throws, whatever the text', () => {
    const part = fc.oneof(
      fc.base64String(),
      fc.json().map(text => Buffer.from(text).toString('base64url')),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(part, { maxLength: 5 }).map(p => p.join('.')),
    );
    fc.assert(fc.property(texts, text => expect(ruleAgainst(text)).toEqual(expect.any(String))));
  });

  it('refuses every token with one character changed', () => {
    const token = sign({});
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.= +/';
    const position = fc.integer({ min: 0, max: token.length - 1 });
    fc.assert(
      fc.property(position, fc.constantFrom(...alphabet), (at, character) => {
        fc.pre(token[at] !== character);
        expect(ruleAgainst(token.slice(0, at) + character + token.slice(at + 1))).toBeDefined();
      }),
      { numRuns: 400 },
    );
  });

  it('takes only what was parsed', () => {
    const made = { header: {}, claims: {}, issuer: expected.issuer, alg: 'ES256' as const, kid: undefined };
    expect(() => verifyPaJwt(made, keys, expected, now * 1000)).toThrow(TypeError);
  });
});

describe('explainPaJwt', () => {
  const explain = (
    token: string,
    given: Parameters<typeof explainPaJwt>[2] = expected,
    set: typeof keys | null = keys,
  ) => explainPaJwt(token, set ?? undefined, given, now * 1000);
  const outcome = (token: string, rule: string) => explain(token).find(row => row.rule === rule)?.outcome;

  it('has one row for each check, all passed by a good token', () => {
    const rows = explain(sign({}));
    expect(rows.map(({ rule, clause }) => [rule, clause])).toEqual(
      PA_JWT_CHECKS.map(({ name, clause }) => [name, clause]),
    );
    expect(new Set(rows.map(row => row.outcome))).toEqual(new Set(['pass']));
  });

  it('names every rule that fails, not only the first', () => {
    const rows = explain(
      sign({ aud: ['aud-1'], iss: 'https://other.example', exp: now + 301 }, { typ: 'at+jwt' }),
    );
    const failed = rows.filter(row => row.outcome === 'fail').map(row => row.rule);
    expect(failed).toEqual(['typ', 'lifetime', 'issuer', 'audience']);
  });

  it('does not judge by values that are not there', () => {
    const token = sign({ exp: 'tomorrow' });
    expect(outcome(token, 'exp')).toBe('fail');
    expect(outcome(token, 'lifetime')).toBe('not-reached');
    expect(outcome(token, 'expired')).toBe('not-reached');
    expect(outcome(token, 'signature')).toBe('pass');
  });

  it('stops at a form that cannot be read', () => {
    const rows = explain('not a token');
    expect(rows.filter(row => row.outcome === 'fail').map(row => row.rule)).toEqual(['parts']);
    expect(rows.slice(2).every(row => row.outcome === 'not-reached')).toBe(true);
  });

  it('leaves out what it was given nothing to judge by', () => {
    const rows = explain(sign({}), {}, null);
    expect(rows.filter(row => row.outcome === 'not-reached').map(row => [row.rule, row.detail])).toEqual([
      ['issuer', 'no registered issuer given'],
      ['audience', 'no assigned audience given'],
      ['signature', 'no key set given'],
    ]);
  });

  it('tells a missing key from a bad signature', () => {
    const unknown = explain(sign({}, { kid: 'unknown' })).at(-1);
    expect(unknown).toMatchObject({ outcome: 'fail', detail: 'no published key fits kid and alg' });
    const forged = explain(`${sign({}).slice(0, -8)}AAAAAAAA`).at(-1);
    expect(forged).toMatchObject({ outcome: 'fail', detail: 'no signature by one of the 1 keys that fit' });
  });
});
