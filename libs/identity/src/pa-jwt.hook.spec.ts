import { badPaJwts, goodPaJwts, makePaJwtWorld } from '@surety/testing';
import { type PrivateSigningJwk, generateSigningJwk, publicPart, signPaJwt } from '@surety/tokens';
import type { FastifyRequest } from 'fastify';
import { Unauthenticated } from './refusals';
import { IssuerDiscovery } from './issuer-discovery';
import { JwksCache } from './jwks-cache.service';
import { discoveryUrl } from './open-issuer';
import { OpenMode } from './open-mode';
import { PaDirectory, type PersonalAgent } from './pa-directory.port';
import { PaJwtHook, type ProvenCaller } from './pa-jwt.hook';
import { KeptObservations, ScriptedEgress, SetClock } from './scripted-egress.test-kit';
import { RememberedTokens } from './remembered-tokens';

const issuer = 'https://pa.example.com';
const jwksUri = 'https://pa.example.com/jwks';
const audience = 'Aud-4f9c0b7e';
const limits = { perSecond: 100, burst: 300, perUserPerSecond: 5, perUserBurst: 60 };
const registered: PersonalAgent = { id: 'pa_1', issuer, jwksUri, enabled: true, limits };

class RowsInMemory extends PaDirectory {
  readonly rows = new Map<string, PersonalAgent>();
  lookups = 0;
  fault: Error | undefined;

  byIssuer(of: string): Promise<PersonalAgent | undefined> {
    this.lookups += 1;
    return this.fault ? Promise.reject(this.fault) : Promise.resolve(this.rows.get(of));
  }

  adopt(of: string, uri: string): Promise<PersonalAgent> {
    const row = this.rows.get(of) ?? { ...registered, id: 'pa_adopted', issuer: of, jwksUri: uri };
    this.rows.set(of, row);
    return Promise.resolve(row);
  }
}

function setUp({ open = false } = {}) {
  const egress = new ScriptedEgress();
  const clock = new SetClock(Date.UTC(2026, 10, 30, 12));
  const observer = new KeptObservations();
  const directory = new RowsInMemory();
  directory.rows.set(issuer, registered);
  const makeCache = () =>
    new JwksCache({
      egress,
      clock,
      observer,
      maxEntries: 10,
      onReport: () => undefined,
      onFault: error => {
        throw error;
      },
    });
  const discovery = new IssuerDiscovery({ egress, clock, observer, allowLoopbackHttp: false });
  const openMode = open ? new OpenMode(discovery, makeCache(), () => '192.0.2.1') : undefined;
  const verified = new RememberedTokens<ProvenCaller>();
  const hook = new PaJwtHook({ audience, clock, observer, directory, keys: makeCache(), verified, openMode });
  const identify = (...authorization: string[]) => {
    const rawHeaders = authorization.flatMap(value => ['Authorization', value]);
    return hook.identify({ raw: { rawHeaders } } as FastifyRequest);
  };
  /** The private detail of the bare 401, or undefined when the token is admitted. */
  const refusalOf = async (token: string) => {
    try {
      await identify(`Bearer ${token}`);
      return undefined;
    } catch (error) {
      if (!(error instanceof Unauthenticated)) throw error;
      return { status: error.status, headers: error.headers(), rule: error.detail.split(':')[0] };
    }
  };
  return { egress, clock, observer, directory, identify, refusalOf };
}

describe('PACT 3.2, 3.4: every token of the corpus', () => {
  const world = makePaJwtWorld({ issuer, audience, sub: 'user-1' });
  const { egress, clock, refusalOf } = setUp();
  egress.bodies.set(jwksUri, world.jwks);

  it.each(goodPaJwts(world, clock.now))('is admitted when good: $why', async ({ token }) => {
    expect(await refusalOf(token)).toBeUndefined();
  });

  it.each(badPaJwts(world, clock.now))(
    'meets the same bare 401 when bad: $rule, $change',
    async ({ token }) => {
      expect(await refusalOf(token)).toMatchObject({
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="a2a"' },
      });
    },
  );

  it('leads to no request but those for the registered key set, and to few of these', () => {
    expect(new Set(egress.urls)).toEqual(new Set([jwksUri]));
    expect(egress.urls.length).toBeLessThanOrEqual(2);
  });
});

describe('PACT 3.2: admission of a registered personal agent', () => {
  const { privateJwk, publicJwk } = generateSigningJwk('ES256');

  function withToken(options: { open?: boolean } = {}) {
    const parts = setUp(options);
    parts.egress.publish(jwksUri, [publicJwk]);
    const sign = (key: PrivateSigningJwk = privateJwk, sub = 'user-1') =>
      signPaJwt({ privateJwk: key, issuer, audience, sub, nowMs: parts.clock.now });
    return { ...parts, sign };
  }

  it('names the personal agent and the User', async () => {
    const { identify, sign } = withToken();
    expect(await identify(`bearer ${sign()}`)).toEqual({ personalAgent: registered, sub: 'user-1' });
  });

  it('refuses no header, an empty one, another scheme and a repeated one', async () => {
    const { identify, sign } = withToken();
    const good = `Bearer ${sign()}`;
    for (const values of [[], [''], ['Bearer'], ['Basic x'], [`${good} x`], [good, good]]) {
      await expect(identify(...values)).rejects.toThrow(Unauthenticated);
    }
    await expect(identify(good)).resolves.toMatchObject({ sub: 'user-1' });
  });

  it('P37: verifies a token once and looks only at the registration afterwards', async () => {
    const { identify, sign, observer, directory, egress, clock } = withToken();
    const token = `Bearer ${sign()}`;
    await identify(token);
    await identify(token);
    expect(observer.tokens).toEqual(['verified', 'remembered']);
    expect(directory.lookups).toBe(2);
    clock.pass(30_000);
    await identify(token);
    expect(observer.tokens.at(-1)).toBe('verified');
    expect(egress.urls).toHaveLength(1);
  });

  it('P37: refuses a remembered token on the next request once its personal agent is disabled', async () => {
    const { refusalOf, sign, directory } = withToken();
    const token = sign();
    expect(await refusalOf(token)).toBeUndefined();
    directory.rows.set(issuer, { ...registered, enabled: false });
    expect(await refusalOf(token)).toMatchObject({ rule: 'disabled' });
    expect(await refusalOf(sign())).toMatchObject({ rule: 'disabled' });
    directory.rows.set(issuer, registered);
    expect(await refusalOf(token)).toBeUndefined();
  });

  it('verifies a remembered token anew when the personal agent moved its keys', async () => {
    const { refusalOf, sign, directory, egress } = withToken();
    const token = sign();
    expect(await refusalOf(token)).toBeUndefined();
    directory.rows.set(issuer, { ...registered, jwksUri: 'https://pa.example.com/new' });
    egress.publish('https://pa.example.com/new', [generateSigningJwk('ES256').publicJwk]);
    expect(await refusalOf(token)).toMatchObject({ rule: 'unknown_kid' });
  });

  it('P37: hands on an unreachable store as it is, never as a 401', async () => {
    const { identify, sign, directory } = withToken();
    const token = `Bearer ${sign()}`;
    await identify(token);
    directory.fault = new Error('the store is down');
    await expect(identify(token)).rejects.toThrow('the store is down');
    await expect(identify(`Bearer ${sign(privateJwk, 'another')}`)).rejects.toThrow('the store is down');
  });

  it('[PACT-3.2-signature] P25: is refused cold with the key host down, and admitted warm', async () => {
    const { refusalOf, sign, egress } = withToken();
    egress.bodies.clear();
    expect(await refusalOf(sign())).toMatchObject({ rule: 'no_keys' });
    const warm = withToken();
    expect(await warm.refusalOf(warm.sign())).toBeUndefined();
    warm.egress.bodies.clear();
    expect(await warm.refusalOf(warm.sign(privateJwk, 'another'))).toBeUndefined();
  });

  it('PACT 3.1: admits a rotated key without restart, named by kid or not', async () => {
    const { refusalOf, sign, egress, clock } = withToken();
    expect(await refusalOf(sign())).toBeUndefined();
    const named = generateSigningJwk('ES256').privateJwk;
    egress.publish(jwksUri, [publicJwk, publicPart(named)]);
    expect(await refusalOf(sign(named))).toBeUndefined();
    clock.pass(30_000);
    const unnamed = { ...generateSigningJwk('ES256').privateJwk, kid: undefined };
    expect(await refusalOf(sign(unnamed))).toMatchObject({ rule: 'signature' });
    clock.pass(30_000);
    egress.publish(jwksUri, [publicJwk, publicPart(unnamed)]);
    expect(await refusalOf(sign(unnamed))).toBeUndefined();
  });

  it('asks neither store nor host on behalf of a token whose claims cannot pass', async () => {
    const { identify, directory, egress, clock } = withToken();
    const token = signPaJwt({ privateJwk, issuer, audience: 'wrong', sub: 's', nowMs: clock.now });
    await expect(identify(`Bearer ${token}`)).rejects.toThrow('audience');
    expect([egress.urls.length, directory.lookups]).toEqual([0, 0]);
  });
});

describe('P34: a personal agent nobody registered', () => {
  const stranger = 'https://stranger.example';
  const strangersUri = `${stranger}/keys`;
  const { privateJwk, publicJwk } = generateSigningJwk('ES256');
  const otherKey = generateSigningJwk('ES256').privateJwk;

  function withStranger(options: { open: boolean }) {
    const parts = setUp(options);
    const document = { issuer: stranger, jwks_uri: strangersUri };
    parts.egress.bodies.set(discoveryUrl(stranger), JSON.stringify(document));
    parts.egress.publish(strangersUri, [publicJwk]);
    const sign = (key: PrivateSigningJwk = privateJwk, to = audience) =>
      signPaJwt({ privateJwk: key, issuer: stranger, audience: to, sub: 's', nowMs: parts.clock.now });
    return { ...parts, sign };
  }

  it('[PACT-3.1-allowlist] is refused by default, and nobody is asked about it', async () => {
    const { refusalOf, sign, egress } = withStranger({ open: false });
    expect(await refusalOf(sign())).toMatchObject({ rule: 'unknown' });
    expect(egress.urls).toEqual([]);
  });

  it('[PACT-3.1-open] is admitted in open mode by discovery, and registered then', async () => {
    const { identify, sign, directory } = withStranger({ open: true });
    const { personalAgent } = await identify(`Bearer ${sign()}`);
    expect(personalAgent).toMatchObject({ issuer: stranger, jwksUri: strangersUri });
    expect(directory.rows.get(stranger)).toBe(personalAgent);
  });

  it('[PACT-3.1-open] is not registered for a token that does not verify', async () => {
    const { refusalOf, sign, directory, egress } = withStranger({ open: true });
    expect(await refusalOf(sign(otherKey))).toMatchObject({ rule: 'unknown_kid' });
    expect(await refusalOf(sign({ ...otherKey, kid: publicJwk.kid }))).toMatchObject({ rule: 'signature' });
    expect(directory.rows.has(stranger)).toBe(false);
    expect(egress.urls.filter(url => url === discoveryUrl(stranger))).toHaveLength(1);
  });

  it('is not looked up for a token with another audience', async () => {
    const { refusalOf, sign, egress } = withStranger({ open: true });
    expect(await refusalOf(sign(privateJwk, 'wrong'))).toMatchObject({ rule: 'audience' });
    expect(egress.urls).toEqual([]);
  });

  it('stays refused when an operator disabled it', async () => {
    const { refusalOf, sign, directory, egress } = withStranger({ open: true });
    directory.rows.set(stranger, { ...registered, issuer: stranger, enabled: false });
    expect(await refusalOf(sign())).toMatchObject({ rule: 'disabled' });
    expect(egress.urls).toEqual([]);
  });

  it('is refused when it was disabled while its token was verified', async () => {
    const { refusalOf, sign, directory } = withStranger({ open: true });
    directory.adopt = () => Promise.resolve({ ...registered, issuer: stranger, enabled: false });
    expect(await refusalOf(sign())).toMatchObject({ rule: 'disabled' });
  });

  it('is judged by the registered keys when an operator registered others meanwhile', async () => {
    const { refusalOf, sign, directory, egress } = withStranger({ open: true });
    const elsewhere = { ...registered, issuer: stranger, jwksUri: 'https://stranger.example/registered' };
    directory.adopt = () => Promise.resolve(elsewhere);
    egress.publish(elsewhere.jwksUri, [publicPart(otherKey)]);
    expect(await refusalOf(sign())).toMatchObject({ rule: 'unknown_kid' });
  });
});
