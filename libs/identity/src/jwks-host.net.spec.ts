import { EgressClient } from '@surety/platform';
import type { JwksOutcome } from '@surety/registry';
import { StubPersonalAgent } from '@surety/testing';
import type { FastifyRequest } from 'fastify';
import { Unauthenticated } from './refusals';
import { JwksCache } from './jwks-cache.service';
import type { Egress } from './jwks-fetch';
import { PaDirectory, type PersonalAgent } from './pa-directory.port';
import { PaJwtHook, type ProvenCaller } from './pa-jwt.hook';
import { KeptObservations, SetClock } from './scripted-egress.test-kit';
import { RememberedTokens } from './remembered-tokens';

const audience = 'aud-1';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Deadlines are a tenth of the real ones: a host that hangs costs the test 0.5 s, and one that does not keeps within it. */
const HASTE = 10;

class Rows extends PaDirectory {
  readonly rows = new Map<string, PersonalAgent>();

  register(issuer: string, jwksUri: string): void {
    const limits = { perSecond: null, burst: 1, perUserPerSecond: null, perUserBurst: 1 };
    this.rows.set(issuer, { id: issuer, issuer, jwksUri, enabled: true, limits });
  }

  byIssuer(issuer: string): Promise<PersonalAgent | undefined> {
    return Promise.resolve(this.rows.get(issuer));
  }

  adopt(): Promise<PersonalAgent> {
    return Promise.reject(new Error('open mode is off'));
  }
}

describe('P25: the host of a key set', () => {
  const client = new EgressClient({ allowLoopbackHttp: true, allowCidrs: [] });
  const hasty: Egress = {
    fetch: (url, request) => client.fetch(url, { ...request, timeoutMs: request.timeoutMs / HASTE }),
  };
  const agents: StubPersonalAgent[] = [];

  afterAll(async () => {
    client.close();
    await Promise.all(agents.map(agent => agent.stop()));
  });

  async function setUp() {
    const agent = await StubPersonalAgent.start();
    agents.push(agent);
    const clock = new SetClock(Date.now());
    const directory = new Rows();
    directory.register(agent.issuer, agent.jwksUri);
    const observer = new KeptObservations();
    const reports: JwksOutcome[] = [];
    const keys = new JwksCache({
      egress: hasty,
      clock,
      observer,
      maxEntries: 100,
      onReport: (_, report) => reports.push(report),
      onFault: error => {
        throw error;
      },
    });
    const verified = new RememberedTokens<ProvenCaller>();
    const hook = new PaJwtHook({ audience, clock, directory, keys, verified, observer, openMode: undefined });
    let jti = 0;
    /** Whether a fresh token of the personal agent is admitted. */
    const isAdmitted = async (claims: object = {}, by = agent) => {
      const token = by.token({ audience, nowMs: clock.now, jti: String((jti += 1)), ...claims });
      const request = { raw: { rawHeaders: ['Authorization', `Bearer ${token}`] } } as FastifyRequest;
      try {
        await hook.identify(request);
        return true;
      } catch (error) {
        if (error instanceof Unauthenticated) return false;
        throw error;
      }
    };
    return { agent, clock, directory, reports, isAdmitted };
  }

  it('is asked once for many tokens', async () => {
    const { agent, isAdmitted } = await setUp();
    expect(await Promise.all(Array.from({ length: 20 }, () => isAdmitted()))).not.toContain(false);
    expect(agent.jwksFetches).toBe(1);
  });

  it('may be away for ten minutes and more once its keys are known', async () => {
    const { agent, clock, isAdmitted } = await setUp();
    expect(await isAdmitted()).toBe(true);
    await agent.away();
    for (let minute = 0; minute < 59; minute += 1) {
      clock.pass(MINUTE);
      expect(await isAdmitted()).toBe(true);
    }
    clock.pass(MINUTE + 1);
    expect(await isAdmitted()).toBe(false);
    await agent.back();
    clock.pass(30 * SECOND);
    expect(await isAdmitted()).toBe(true);
  });

  it.each([
    ['broken', { kind: 'broken' }, 'connect'],
    ['hanging', { kind: 'hang' }, 'timeout'],
    ['20 s slow', { kind: 'slow', afterMs: (20 * SECOND) / HASTE }, 'timeout'],
    ['5 MB large', { kind: 'huge', bytes: 5_000_000 }, 'too_large'],
    ['just over 512 KiB', { kind: 'huge', bytes: 512 * 1024 + 1 }, 'too_large'],
    ['redirecting', { kind: 'redirect', location: '/elsewhere' }, 'redirect'],
    ['redirecting inwards', { kind: 'redirect', location: 'http://169.254.169.254/' }, 'redirect'],
    ['answering 404', { kind: 'status', status: 404 }, 'answered 404'],
    ['answering 503', { kind: 'status', status: 503 }, 'answered 503'],
    ['serving a page', { kind: 'raw', body: '<html></html>' }, 'not a JSON object'],
    ['serving no keys member', { kind: 'raw', body: '{}' }, 'no member "keys"'],
  ] as const)(
    'costs a cold caller a refusal, and a warm one nothing, when it is %s',
    async (_, behaviour, error) => {
      const { agent, clock, reports, isAdmitted } = await setUp();
      agent.behaviour = behaviour;
      expect(await isAdmitted()).toBe(false);
      expect(reports.at(-1)?.error).toContain(error);
      agent.behaviour = { kind: 'up' };
      clock.pass(5 * SECOND);
      expect(await isAdmitted()).toBe(true);
      agent.behaviour = behaviour;
      clock.pass(11 * MINUTE);
      const begunMs = performance.now();
      expect(await isAdmitted()).toBe(true);
      expect(performance.now() - begunMs).toBeLessThan((5 * SECOND) / HASTE);
    },
  );

  it('may serve a set of up to 512 KiB', async () => {
    const { agent, isAdmitted } = await setUp();
    agent.behaviour = { kind: 'huge', bytes: 512 * 1024 };
    expect(await isAdmitted()).toBe(true);
  });

  it('does not delay another personal agent when it hangs', async () => {
    const { agent, directory, isAdmitted } = await setUp();
    const other = await StubPersonalAgent.start();
    agents.push(other);
    directory.register(other.issuer, other.jwksUri);
    agent.behaviour = { kind: 'hang' };
    const order: string[] = [];
    const slow = isAdmitted().then(() => order.push('slow'));
    const quick = isAdmitted({}, other).then(() => order.push('quick'));
    await Promise.all([slow, quick]);
    expect(order).toEqual(['quick', 'slow']);
  });

  it('is asked at most once per 30 s under a flood of unknown kids, while known ones pass', async () => {
    const { agent, clock, isAdmitted } = await setUp();
    expect(await isAdmitted()).toBe(true);
    const flood = async () => {
      const kids = Array.from({ length: 20 }, (_, i) => ({
        privateJwk: { ...agent.privateJwk, kid: `x${i}` },
      }));
      expect(await Promise.all(kids.map(claims => isAdmitted(claims)))).not.toContain(true);
      expect(await isAdmitted()).toBe(true);
    };
    await flood();
    await flood();
    expect(agent.jwksFetches).toBe(2);
    clock.pass(30 * SECOND);
    await flood();
    expect(agent.jwksFetches).toBe(3);
  });

  it('may publish a new key at any time, without a restart', async () => {
    const { agent, clock, isAdmitted } = await setUp();
    expect(await isAdmitted()).toBe(true);
    agent.rotate({ keepOld: true });
    expect(await isAdmitted()).toBe(true);
    clock.pass(30 * SECOND);
    agent.rotate();
    expect(await isAdmitted()).toBe(true);
  });

  it.each([
    'https://10.0.0.1/jwks',
    'https://192.168.0.1:8443/jwks',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/jwks',
    'https://100.64.0.1/jwks',
    'https://0xa.1/jwks',
    'http://192.0.2.1/jwks',
    'ftp://127.0.0.1/jwks',
  ])('is never asked at %s', async uri => {
    const { agent, directory, reports, isAdmitted } = await setUp();
    directory.register(agent.issuer, uri);
    expect(await isAdmitted()).toBe(false);
    expect(reports.at(-1)?.error).toMatch(/^(private_address|not_https):/);
    expect(agent.jwksFetches).toBe(0);
  });
});
