import { isAdminHeader, readAdminClaims } from './admin-claims';

const AUDIENCE = 'https://admin.example';
const NOW_MS = 1_800_000_000_000;
const NOW = NOW_MS / 1000;
const good = { sub: 'ann', aud: AUDIENCE, role: 'owner', iat: NOW, exp: NOW + 3600 };
const read = (change: Record<string, unknown>) => readAdminClaims({ ...good, ...change }, AUDIENCE, NOW_MS);

describe('the claims of an admin token (PACT wire §6)', () => {
  it('names the caller; only a brand-operator is bound to Brands', () => {
    expect(read({})).toEqual({ id: 'ann', role: 'owner', brands: undefined });
    expect(read({ brands: ['b1'] })).toEqual({ id: 'ann', role: 'owner', brands: undefined });
    expect(read({ role: 'brand-operator', brands: ['b1'] })).toEqual({
      id: 'ann',
      role: 'brand-operator',
      brands: ['b1'],
    });
  });

  it('takes 12 hours to the second, and a clock that is 30 s off', () => {
    expect(read({ exp: NOW + 12 * 3600 })).toBeDefined();
    expect(read({ iat: NOW + 30 })).toBeDefined();
  });

  it.each<[string, Record<string, unknown>]>([
    ['no sub', { sub: undefined }],
    ['an empty sub', { sub: '' }],
    ['a sub that is no text', { sub: 5 }],
    ['a long sub', { sub: 'x'.repeat(257) }],
    ['a sub with NUL', { sub: 'a\0' }],
    ['a sub with half a character', { sub: 'a\ud800' }],
    ['another audience', { aud: 'https://admin.example/' }],
    ['an audience list', { aud: [AUDIENCE] }],
    ['no audience', { aud: undefined }],
    ['an unknown role', { role: 'root' }],
    ['a role list', { role: ['owner'] }],
    ['the role of an inherited name', { role: 'toString' }],
    ['no exp', { exp: undefined }],
    ['exp in text', { exp: String(NOW + 60) }],
    ['no iat', { iat: undefined }],
    ['iat in the future', { iat: NOW + 31 }],
    ['more than 12 hours', { exp: NOW + 12 * 3600 + 1 }],
    ['exp before iat', { exp: NOW }],
    ['a brand-operator without Brands', { role: 'brand-operator' }],
    ['a brand-operator whose Brands are no list', { role: 'brand-operator', brands: 'b1' }],
    ['a brand-operator whose Brands are no texts', { role: 'brand-operator', brands: [1] }],
    ['a brand-operator of a Brand that none can be', { role: 'brand-operator', brands: ['b1', '\0'] }],
  ])('refuses %s', (_, change) => {
    expect(read(change)).toBeUndefined();
  });
});

describe('the header of an admin token', () => {
  const header = { alg: 'ES256', typ: 'admin+jwt', kid: 'k' };

  it.each<[string, Record<string, unknown>, boolean]>([
    ['as minted', {}, true],
    ['the typ of a PA JWT', { typ: 'JWT' }, false],
    ['no typ', { typ: undefined }, false],
    ['none', { alg: 'none' }, false],
    ['HS256', { alg: 'HS256' }, false],
    ['crit', { crit: ['exp'] }, false],
    ['b64', { b64: false }, false],
  ])('%s', (_, change, fits) => {
    expect(isAdminHeader({ ...header, ...change }, 'admin+jwt')).toBe(fits);
  });
});
