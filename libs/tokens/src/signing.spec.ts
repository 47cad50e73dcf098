import { calculateJwkThumbprint, compactVerify, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { ADMIN_TOKEN_TYP, mintAdminToken } from './admin-token';
import { readJwks } from './jwks';
import { signPaJwt } from './pa-jwt.sign';
import { parsePaJwt, verifyPaJwt } from './pa-jwt.verify';
import { generateSigningJwk, publicPart } from './signing-jwk';

const nowMs = Date.UTC(2026, 10, 30, 12, 0, 0, 900);
const iat = Math.floor(nowMs / 1000);
const registered = { issuer: 'https://pa.example.com', audience: 'aud-1', sub: 'user-1' };

describe.each(['ES256', 'RS256'] as const)('PACT 3.2: a personal-agent JWT signed with %s', alg => {
  const { privateJwk, publicJwk } = generateSigningJwk(alg);
  const token = signPaJwt({ privateJwk, ...registered, nowMs });

  it('is accepted by our own verification', () => {
    const parsed = parsePaJwt(token);
    const keys = readJwks(JSON.stringify({ keys: [publicJwk] }));
    if (!parsed.ok || !keys.ok) throw new Error('the token or the key set does not parse');
    expect(verifyPaJwt(parsed.value, keys.value, registered, nowMs)).toEqual({
      ok: true,
      value: { issuer: registered.issuer, sub: 'user-1', expMs: (iat + 120) * 1000 },
    });
  });

  it('is accepted by jose, lives 120 s and names its key', async () => {
    const { payload, protectedHeader } = await jwtVerify(token, await importJWK(publicJwk, alg), {
      ...registered,
      currentDate: new Date(nowMs),
    });
    expect(payload).toEqual({ iss: registered.issuer, sub: 'user-1', aud: 'aud-1', iat, exp: iat + 120 });
    expect(protectedHeader).toEqual({ alg, kid: publicJwk.kid, typ: 'JWT' });
  });

  it('takes another lifetime and a jti', async () => {
    const other = signPaJwt({ privateJwk, ...registered, nowMs, lifetimeSeconds: 300, jti: 'j' });
    const { payload } = await compactVerify(other, await importJWK(publicJwk, alg));
    expect(JSON.parse(Buffer.from(payload).toString('utf8'))).toMatchObject({ exp: iat + 300, jti: 'j' });
  });
});

describe.each(['ES256', 'RS256'] as const)('a generated signing key for %s', alg => {
  const { privateJwk, publicJwk } = generateSigningJwk(alg);

  it('is named by its RFC 7638 thumbprint, as jose computes it', async () => {
    expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk));
    expect(privateJwk.kid).toBe(publicJwk.kid);
  });

  it('publishes no private member', () => {
    const names =
      alg === 'ES256'
        ? ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']
        : ['alg', 'e', 'kid', 'kty', 'n', 'use'];
    expect(Object.keys(publicJwk).sort()).toEqual(names);
    expect(publicPart({ ...privateJwk, use: 'enc', d: 'secret' })).toEqual(publicJwk);
  });
});

describe('PACT wire 6: an admin token', () => {
  const { privateJwk, publicJwk } = generateSigningJwk('ES256');
  const request = { privateJwk, audience: 'http://localhost:4001', sub: 'owner', nowMs };

  it('carries role, Brands and its own typ', async () => {
    const token = mintAdminToken({ ...request, role: 'brand-operator', brands: ['b1'], lifetimeSeconds: 60 });
    const { payload } = await jwtVerify(token, await importJWK(publicJwk, 'ES256'), {
      audience: request.audience,
      typ: ADMIN_TOKEN_TYP,
      currentDate: new Date(nowMs),
    });
    expect(payload).toEqual({
      aud: request.audience,
      sub: 'owner',
      role: 'brand-operator',
      brands: ['b1'],
      iat,
      exp: iat + 60,
    });
  });

  it('can never pass for a personal-agent JWT', () => {
    const token = mintAdminToken({ ...request, role: 'owner', lifetimeSeconds: 60 });
    expect(decodeProtectedHeader(token).typ).toBe('admin+jwt');
    expect(parsePaJwt(token)).toMatchObject({ ok: false, error: { rule: 'typ' } });
  });

  it.each([0, -1, 12 * 3600 + 1, NaN])('is not minted for %p seconds', lifetimeSeconds => {
    expect(() => mintAdminToken({ ...request, role: 'owner', lifetimeSeconds })).toThrow('12 h');
  });
});
