import { brandAddresses } from '@surety/device-grant';
import type { Settings } from '@surety/platform';
import {
  type DelegationGrant,
  type DelegationTokenClaims,
  type VerificationKey,
  generateSigningJwk,
  readJwks,
  signDelegationToken,
  signPaJwt,
  signReceipt,
} from '@surety/tokens';
import type { FastifyRequest } from 'fastify';
import type { DelegationDirectory } from '../directory/delegation.directory';
import type { OpenBrand } from '../directory/open-brand';
import { InvalidDelegation } from '../errors/refusals';
import type { PaIdentity } from '@surety/identity';
import { DelegationHook } from './delegation.hook';
import type { GrantUse } from './grant-use';

const PA = 'https://pa.example';
const HOUR = 3_600;
const NOW = Math.floor(Date.now() / 1000);

const brandOf = (id: string): OpenBrand =>
  ({
    id,
    delegation: { addresses: brandAddresses('https://provider.example', id), cardScopes: ['orders:read'] },
  }) as unknown as OpenBrand;
const BRAND = brandOf('brand-1');
const GRANT: DelegationGrant = {
  brandId: 'brand-1',
  personalAgentId: 'pa-1',
  sub: 'user-1',
  brandUser: 'jane',
  revoked: false,
  endsAtMs: (NOW + HOUR) * 1000,
};
const IDENTITY = { personalAgent: { id: 'pa-1', issuer: PA }, sub: 'user-1' } as PaIdentity;

/** A hook whose directory is told what it knows, and counts what it is asked. */
function world({ binding = 'sub', grant = GRANT as DelegationGrant | undefined } = {}) {
  const { privateJwk, publicJwk } = generateSigningJwk('ES256');
  const state = { grant, keys: keysOf([publicJwk]), keysAsked: 0, used: [] as string[] };
  const directory = {
    keysOf: async () => {
      state.keysAsked += 1;
      return state.keys;
    },
    grant: async (id: string) => (id === 'a2agrant_1' ? state.grant : undefined),
  };
  const use = { note: (id: string) => state.used.push(id) };
  const hook = new DelegationHook(
    directory as unknown as DelegationDirectory,
    use as unknown as GrantUse,
    { delegationBinding: binding } as Settings,
  );
  const token = (changes: Partial<DelegationTokenClaims> = {}, key = privateJwk) =>
    signDelegationToken(key, {
      issuer: 'https://provider.example/a2a/brand-1/oauth',
      interfaceUrl: 'https://provider.example/a2a/brand-1',
      brandUser: 'jane',
      clientId: PA,
      scopes: ['orders:read'],
      grantId: 'a2agrant_1',
      iat: NOW,
      exp: NOW + HOUR,
      jti: 'j',
      ...changes,
    });
  const check = (text: string | undefined, identity = IDENTITY, brand = BRAND) =>
    hook.check(requestWith(text), identity, brand);
  const refused = async (text: string, identity = IDENTITY, brand = BRAND) => {
    const refusal = await check(text, identity, brand).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(InvalidDelegation);
    return (refusal as InvalidDelegation).detail.split(':')[0];
  };
  return { state, privateJwk, token, check, refused };
}

const keysOf = (jwks: object[]): readonly VerificationKey[] => {
  const read = readJwks(JSON.stringify({ keys: jwks }));
  if (!read.ok) throw new Error(read.error);
  return read.value;
};

const requestWith = (text: string | undefined) => {
  const name = 'x-a2a-user-delegation';
  const values = text === undefined ? undefined : [`Bearer ${text}`];
  return {
    raw: { headers: { [name]: values?.[0] }, headersDistinct: { [name]: values } },
  } as unknown as FastifyRequest;
};

describe('PACT 5.5: a request with a delegation token', () => {
  it('without the header is an identity request, at a Brand that does not delegate too', async () => {
    const { check } = world();
    expect(await check(undefined)).toBeUndefined();
    expect(await check(undefined, IDENTITY, { ...BRAND, delegation: undefined })).toBeUndefined();
  });

  it('proves the grant, its Brand user and what the token lists, and counts as a use of the grant', async () => {
    const { check, token, state } = world();
    const text = token();
    expect(await check(text)).toEqual({
      ...{ token: text, grantId: 'a2agrant_1', brandUser: 'jane', tokenScopes: ['orders:read'] },
    });
    expect(state.used).toEqual(['a2agrant_1']);
  });

  it('is refused where the Brand does not delegate, whatever the token', async () => {
    const { refused, token } = world();
    expect(await refused(token(), IDENTITY, { ...BRAND, delegation: undefined })).toBe(
      'this Brand does not delegate',
    );
  });

  it('P24: may be signed by a key that is retired and still published', async () => {
    const { check, token, state } = world();
    const next = generateSigningJwk('RS256');
    state.keys = [...keysOf([next.publicJwk]), ...state.keys];
    expect(await check(token())).toMatchObject({ brandUser: 'jane' });
    expect(await check(token({}, next.privateJwk))).toMatchObject({ brandUser: 'jane' });
  });
});

describe('PACT 5.5: what is no delegation token of this request', () => {
  const other = 'https://provider.example/a2a/brand-2';

  it.each<[string, Partial<DelegationTokenClaims>]>([
    ['issuer', { issuer: `${other}/oauth` }],
    ['audience', { interfaceUrl: other }],
    ['client', { clientId: 'https://pa-2.example' }],
    ['expired', { exp: NOW - 1 }],
  ])('by rule %s', async (rule, claims) => {
    const { refused, token } = world();
    expect(await refused(token(claims))).toBe(rule);
  });

  it('[PACT-5.4-one-brand] a token that another Brand signed for itself, and for this one', async () => {
    const { refused, token } = world();
    const theirs = generateSigningJwk('ES256').privateJwk;
    expect(await refused(token({ issuer: `${other}/oauth`, interfaceUrl: other }, theirs))).toBe('issuer');
    expect(await refused(token({}, theirs))).toBe('signature');
  });

  it('a personal-agent JWT and a receipt, both signed with the very key of the Brand', async () => {
    const { refused, privateJwk } = world();
    const paJwt = signPaJwt({
      ...{
        privateJwk,
        issuer: PA,
        audience: 'https://provider.example/a2a/brand-1',
        sub: 'jane',
        nowMs: NOW * 1000,
      },
    });
    expect(await refused(paJwt)).toBe('typ');
    const facts = {
      grantId: 'a2agrant_1',
      user: 'jane',
      pa: PA,
      brand: 'b',
      scopesUsed: [],
      actions: [],
      tsMs: 0,
    };
    const { jws } = signReceipt(privateJwk, facts, { contextId: 'c', messageId: 'm' });
    expect(await refused(jws)).toBe('typ');
  });

  it.each<[string, Partial<DelegationGrant>]>([
    ['grant-brand', { brandId: 'brand-2' }],
    ['grant-client', { personalAgentId: 'pa-2' }],
    ['grant-user', { brandUser: 'john' }],
    ['grant-sub', { sub: 'user-2' }],
    ['grant-revoked', { revoked: true }],
    ['grant-ended', { endsAtMs: NOW * 1000 - 1 }],
  ])('by rule %s of its grant', async (rule, change) => {
    const { refused, token, state } = world({ grant: { ...GRANT, ...change } });
    expect(await refused(token())).toBe(rule);
    expect(state.used).toEqual([]);
  });

  it('one whose grant nobody knows', async () => {
    const { refused, token } = world();
    expect(await refused(token({ grantId: 'a2agrant_2' }))).toBe('grant-known');
  });

  it('P15: of another User of the same personal agent, unless tokens are bound to the client alone', async () => {
    const bob = { ...IDENTITY, sub: 'user-2' };
    const strict = world();
    expect(await strict.refused(strict.token(), bob)).toBe('grant-sub');
    const loose = world({ binding: 'client' });
    expect(await loose.check(loose.token(), bob)).toMatchObject({ brandUser: 'jane' });
  });
});

describe('P37: a token that was verified a moment ago', () => {
  it('costs no key, and still needs its grant', async () => {
    const { check, refused, token, state } = world();
    const text = token();
    await check(text);
    await check(text);
    expect(state.keysAsked).toBe(1);
    state.grant = { ...GRANT, revoked: true };
    expect(await refused(text)).toBe('grant-revoked');
  });

  it('[PACT-5.4-client-id] is remembered for this Brand and this personal agent alone', async () => {
    const { check, refused, token } = world();
    const text = token();
    await check(text);
    expect(await refused(text, IDENTITY, brandOf('brand-2'))).toBe('issuer');
    const stranger = {
      ...IDENTITY,
      personalAgent: { id: 'pa-2', issuer: 'https://pa-2.example' },
    } as PaIdentity;
    expect(await refused(text, stranger)).toBe('client');
  });

  it('is forgotten at its exp, without skew', async () => {
    jest.useFakeTimers({ now: NOW * 1000 });
    const { check, refused, token } = world();
    const text = token({ exp: NOW + 10 });
    await check(text);
    jest.setSystemTime((NOW + 10) * 1000);
    expect(await refused(text)).toBe('expired');
    jest.useRealTimers();
  });

  it('is verified again after 30 s', async () => {
    jest.useFakeTimers({ now: NOW * 1000 });
    const { check, token, state } = world();
    const text = token();
    await check(text);
    jest.setSystemTime((NOW + 30) * 1000);
    await check(text);
    expect(state.keysAsked).toBe(2);
    jest.useRealTimers();
  });
});
