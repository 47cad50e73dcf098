import { createPublicKey } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { ADMIN_TOKEN_TYP, mintAdminToken } from './admin-token';
import { verifyBrandAssertion } from './brand-assertion';
import { signDelegationToken, verifyDelegationToken } from './delegation-token';
import { signPageSession, verifyPageSession } from './page-session';
import { sha256Mac } from './page-session.checks';
import { signPaJwt } from './pa-jwt.sign';
import { parsePaJwt, verifyPaJwt } from './pa-jwt.verify';
import { signReceipt } from './receipt';
import { verifyReceipt } from './receipt.verify';
import { signRequest, verifyRequest } from './request-signature';
import { type Seal, compact, signer } from './signed-tokens.test-kit';
import { privateKeyOf } from './signing-jwk';

/*
 * The worst deployment there could be: one key pair for personal agent, Brand, authorization server, operator and webhooks, one
 * secret for both page sessions, one name for everybody. Even there a token is good for nothing but what it was made for.
 */
const now = 1_796_000_000;
const nowMs = now * 1000;
const all = signer();
const secret = Buffer.alloc(32, 7);
const publicKey = createPublicKey({ key: { ...all.publicJwk }, format: 'jwk' });
const I = 'https://provider.example/a2a/01J';
const C = `${I}/oauth/consent`;
const PA = 'https://pa.example.com';
const reply = { contextId: 'c', messageId: 'r' };
const request = { body: Buffer.from('{}'), method: 'POST', url: 'https://brand.example/agent' };
const session = { key: secret, audience: `${C}/decision`, brandId: '01J' };
const claimsOf = { sub: 'jane', iat: now, exp: now + 60 };
const receipt = { grantId: 'g', user: 'jane', pa: PA, brand: I, scopesUsed: [], actions: [] };

interface Kind {
  /** A token as its maker makes it. */
  readonly genuine: string;
  readonly header: object;
  /** Claims that its verifier accepts. */
  readonly claims: object;
  readonly accepts: (token: string) => Promise<boolean> | boolean;
}

const es256 = { alg: 'ES256', kid: all.kid };
const signed = { privateJwk: all.privateJwk, nowMs, sub: 'jane' };
const page = { ...session, nowMs, sub: 'jane', lang: 'en', request: 'dr_1' };
const pageClaims = { ...claimsOf, aud: session.audience, brand: '01J', request: 'dr_1', lang: 'en' };

const KINDS: Record<string, Kind> = {
  'personal-agent JWT': {
    genuine: signPaJwt({ ...signed, issuer: PA, audience: 'aud-1' }),
    header: { ...es256, typ: 'JWT' },
    claims: { ...claimsOf, iss: PA, aud: 'aud-1' },
    accepts: token => {
      const parsed = parsePaJwt(token);
      return parsed.ok && verifyPaJwt(parsed.value, all.keys, { issuer: PA, audience: 'aud-1' }, nowMs).ok;
    },
  },
  'admin token': {
    genuine: mintAdminToken({
      ...signed,
      audience: 'https://admin.example',
      role: 'owner',
      lifetimeSeconds: 60,
    }),
    header: { ...es256, typ: ADMIN_TOKEN_TYP },
    claims: { ...claimsOf, aud: 'https://admin.example', role: 'owner' },
    accepts: async token => {
      const rules = {
        typ: ADMIN_TOKEN_TYP,
        audience: 'https://admin.example',
        algorithms: ['ES256'],
        currentDate: new Date(nowMs),
      };
      return jwtVerify(token, await importJWK(all.publicJwk, 'ES256'), rules).then(
        () => true,
        () => false,
      );
    },
  },
  'delegation token': {
    genuine: signDelegationToken(all.privateJwk, {
      ...{ issuer: `${I}/oauth`, interfaceUrl: I, clientId: PA, brandUser: 'jane', scopes: ['a'] },
      ...{ grantId: 'g', iat: now, exp: now + 60, jti: 'j' },
    }),
    header: { ...es256, typ: 'at+jwt' },
    claims: { ...claimsOf, iss: `${I}/oauth`, aud: I, client_id: PA, scope: 'a', grant_id: 'g' },
    accepts: token =>
      verifyDelegationToken(token, all.keys, { issuer: `${I}/oauth`, interfaceUrl: I, clientId: PA }, nowMs)
        .ok,
  },
  receipt: {
    genuine: signReceipt(all.privateJwk, { ...receipt, tsMs: nowMs }, reply).jws,
    header: { ...es256, typ: 'pact-receipt+jws', ...reply },
    claims: { ...receipt, ts: new Date(nowMs).toISOString() },
    accepts: token => verifyReceipt(token, all.keys).ok,
  },
  assertion: {
    genuine: compact(JSON.stringify({ ...es256, typ: 'JWT' }), JSON.stringify(assertionClaims()), all.seal),
    header: { ...es256, typ: 'JWT' },
    claims: assertionClaims(),
    accepts: token => verifyBrandAssertion(token, all.keys, { issuer: PA, consentUrl: C }, nowMs).ok,
  },
  'consent session': {
    genuine: signPageSession({ ...page, kind: 'consent' }),
    header: { alg: 'HS256', typ: 'pact-consent+jwt' },
    claims: pageClaims,
    accepts: token => verifyPageSession(token, { ...session, kind: 'consent' }, nowMs).ok,
  },
  'manage session': {
    genuine: signPageSession({ ...page, kind: 'manage' }),
    header: { alg: 'HS256', typ: 'pact-manage+jwt' },
    claims: pageClaims,
    accepts: token => verifyPageSession(token, { ...session, kind: 'manage' }, nowMs).ok,
  },
  'request signature': {
    genuine: signRequest({ ...request, key: privateKeyOf(all.privateJwk), kid: all.kid, jti: 'j', iat: now }),
    header: {
      ...es256,
      typ: 'surety-request+jws',
      iat: now,
      jti: 'j',
      htm: request.method,
      htu: request.url,
    },
    claims: {},
    accepts: token => verifyRequest({ ...request, signature: token, keyOf: () => publicKey, nowMs }).ok,
  },
};

function assertionClaims() {
  return { ...claimsOf, iss: PA, aud: C, jti: 'a', user_code: 'WDJB-MJHT' };
}

const pairs = Object.keys(KINDS).flatMap(made => Object.keys(KINDS).map(read => [made, read] as const));
const strangers = pairs.filter(([made, read]) => made !== read);
const kind = (name: string): Kind => {
  const found = KINDS[name];
  if (!found) throw new Error(name);
  return found;
};
/** Detached as a request signature is, when that is what reads it. */
const shape = (token: string, read: string) =>
  read === 'request signature' ? token.replace(/\..*\./, '..') : token;
const hmac: Seal = input => sha256Mac(secret, input);
const sealOf = (header: object): Seal => ('alg' in header && header.alg === 'HS256' ? hmac : all.seal);
const typOf = (header: object) => ('typ' in header ? header.typ : undefined);

describe('RFC 8725 3.11: no token passes for one of another kind', () => {
  it.each(pairs.filter(([made, read]) => made === read))(
    'a genuine %s is accepted as what it is',
    async (_, read) => {
      expect(await kind(read).accepts(kind(read).genuine)).toBe(true);
    },
  );

  it.each(strangers)('a genuine %s is refused as a %s', async (made, read) => {
    expect(await kind(read).accepts(kind(made).genuine)).toBe(false);
  });

  it('a token put together from header and claims is accepted as what it is, so that the next test judges the header alone', async () => {
    for (const [name, { header, claims, accepts }] of Object.entries(KINDS)) {
      const payload = name === 'request signature' ? request.body : JSON.stringify(claims);
      const token = compact(JSON.stringify(header), payload, sealOf(header));
      expect([name, await accepts(shape(token, name))]).toEqual([name, true]);
    }
  });

  const sameTyp = (made: string, read: string) => typOf(kind(made).header) === typOf(kind(read).header);

  it.each(strangers.filter(([made, read]) => !sameTyp(made, read)))(
    'the typ of a %s is refused as a %s, even when everything else is as wanted and signed with the right key',
    async (made, read) => {
      const { header, claims } = kind(read);
      const mixed = { ...header, typ: typOf(kind(made).header) };
      const payload = read === 'request signature' ? request.body : JSON.stringify(claims);
      const token = shape(compact(JSON.stringify(mixed), payload, sealOf(header)), read);
      expect(await kind(read).accepts(token)).toBe(false);
    },
  );

  it.each(strangers.filter(([made, read]) => sameTyp(made, read)))(
    'a %s and a %s share typ JWT: even with all claims of both, each has the aud of one',
    async (made, read) => {
      const { header, claims } = kind(made);
      const both = { ...kind(read).claims, ...claims };
      const token = compact(JSON.stringify(header), JSON.stringify(both), all.seal);
      expect(await kind(made).accepts(token)).toBe(true);
      expect(await kind(read).accepts(token)).toBe(false);
    },
  );
});

describe('RFC 8725 2.1: no algorithm passes for another', () => {
  const asymmetric = Object.entries(KINDS).filter(([, { header }]) => sealOf(header) === all.seal);
  const publicTexts = [
    JSON.stringify(all.publicJwk),
    publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  ];

  it.each(asymmetric.map(([name]) => name))(
    'a %s signed HS256 with a public key as the secret is refused',
    async name => {
      const { header, claims, accepts } = kind(name);
      for (const text of publicTexts) {
        const payload = name === 'request signature' ? request.body : JSON.stringify(claims);
        const token = compact(JSON.stringify({ ...header, alg: 'HS256' }), payload, input =>
          sha256Mac(Buffer.from(text), input),
        );
        expect(await accepts(shape(token, name))).toBe(false);
      }
    },
  );

  it.each(['consent session', 'manage session'])('a %s signed with a key pair is refused', async name => {
    const { header, claims, accepts } = kind(name);
    for (const alg of ['ES256', 'HS256']) {
      expect(
        await accepts(compact(JSON.stringify({ ...header, alg }), JSON.stringify(claims), all.seal)),
      ).toBe(false);
    }
  });
});
