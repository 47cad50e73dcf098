import { inspect } from 'node:util';
import { generateSigningJwk, parsePaJwt, readJwks, verifyPaJwt } from '@surety/tokens';
import { ClientInputError } from './client-errors';
import { PersonalAgentSigner } from './personal-agent.signer';

const START_MS = Date.parse('2026-11-30T12:00:00.250Z');
const ec = generateSigningJwk('ES256');
const rsa = generateSigningJwk('RS256');
const issuer = 'https://pa.example';
const audience = 'aud_1';

const signerAt = (clock: { nowMs: () => number }, keys = ec) =>
  new PersonalAgentSigner({ privateJwk: keys.privateJwk, issuer, audience, clock });

describe('PACT 3.2: signing', () => {
  it.each([
    ['ES256', ec],
    ['RS256', rsa],
  ])(
    '[PACT-3.2-kid] [PACT-3.2-exp] [PACT-3.1-audience] makes %s tokens of 120 s that a Provider accepts',
    (alg, keys) => {
      const token = signerAt({ nowMs: () => START_MS }, keys).token('user-1');
      const parsed = parsePaJwt(token);
      const published = readJwks(JSON.stringify({ keys: [keys.publicJwk] }));
      if (!parsed.ok || !published.ok) throw new Error('expected a readable token and JWKS');
      expect(parsed.value.header).toMatchObject({ alg, kid: keys.publicJwk.kid });
      const iat = Math.floor(START_MS / 1000);
      expect(parsed.value.claims).toMatchObject({
        iss: issuer,
        aud: audience,
        sub: 'user-1',
        iat,
        exp: iat + 120,
      });
      expect(verifyPaJwt(parsed.value, published.value, { issuer, audience }, START_MS).ok).toBe(true);
    },
  );

  it('[PACT-3.2-sub-stable] re-uses a token for its User until 30 s before its end', () => {
    let nowMs = START_MS;
    const signer = signerAt({ nowMs: () => nowMs });
    const first = signer.token('user-1');
    expect(signer.token('user-2')).not.toBe(first);
    nowMs = START_MS + 89_999;
    expect(signer.token('user-1')).toBe(first);
    nowMs = START_MS + 90_000;
    expect(signer.token('user-1')).not.toBe(first);
  });

  it('signs anew when the clock went back, since its token would lie in the future', () => {
    let nowMs = START_MS;
    const signer = signerAt({ nowMs: () => nowMs });
    const first = signer.token('user-1');
    nowMs = START_MS - 60_000;
    expect(signer.token('user-1')).not.toBe(first);
  });

  it('remembers a bounded number of Users', () => {
    const signer = signerAt({ nowMs: () => START_MS });
    const first = signer.token('u0');
    for (let i = 1; i <= 1_000; i += 1) signer.token(`u${i}`);
    expect(signer.token('u1000')).toBe(signer.token('u1000'));
    expect(signer.token('u0')).not.toBe(first);
  });

  it.each([
    '',
    'jane@example.com',
    '+491701234567',
    '12345678',
    'a\nb',
    'a\u0000',
    '\ud800',
    'x'.repeat(1025),
  ])('refuses the sub %j', sub =>
    expect(() => signerAt({ nowMs: () => START_MS }).token(sub)).toThrow(ClientInputError),
  );
});

describe('what a signer accepts and shows', () => {
  const withoutKid = { ...ec.privateJwk, kid: undefined };
  it.each([
    ['a public key', { ...ec.publicJwk }],
    ['a key without kid', withoutKid],
    ['another curve', { ...ec.privateJwk, crv: 'P-384' }],
    ['another algorithm', { ...ec.privateJwk, alg: 'ES512' }],
    ['PS256', { ...rsa.privateJwk, alg: 'PS256' }],
    ['a secret', { kty: 'oct', k: 'c2VjcmV0', d: 'x', kid: '1' }],
    ['key material that is none', { ...ec.privateJwk, d: 'AAAA' }],
  ])('refuses %s', (_, privateJwk) => {
    expect(() => new PersonalAgentSigner({ privateJwk, issuer, audience })).toThrow(ClientInputError);
  });

  it.each([
    ['issuer', { issuer: '', audience }],
    ['audience', { issuer, audience: '' }],
  ])('refuses an empty %s', (_, names) => {
    expect(() => new PersonalAgentSigner({ privateJwk: ec.privateJwk, ...names })).toThrow(ClientInputError);
  });

  it('shows neither key nor token when it is logged', () => {
    const signer = signerAt({ nowMs: () => START_MS });
    const token = signer.token('user-1');
    for (const text of [inspect(signer, { depth: 9, showHidden: true }), JSON.stringify(signer)]) {
      expect(text).not.toContain(ec.privateJwk.d);
      expect(text).not.toContain(token.slice(0, 20));
    }
  });
});
