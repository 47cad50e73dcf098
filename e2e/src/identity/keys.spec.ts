import { StubPersonalAgent, assertBare401, makePaJwtWorld } from '@surety/testing';
import { PaJwtWriter, type StubTokenClaims } from '@surety/testing';
import { type PrivateSigningJwk, generateSigningJwk, publicPart } from '@surety/tokens';
import { AdminApi } from '../stack/admin-api';
import { RegisteredAgent, sandboxBrand } from '../stack/registered-agent';

const brand = sandboxBrand();

/** A registered personal agent that publishes these keys and whose tokens are good under the given one. */
async function publishing(keys: readonly object[], privateJwk: PrivateSigningJwk): Promise<RegisteredAgent> {
  const stub = await StubPersonalAgent.start();
  stub.behaviour = { kind: 'raw', body: JSON.stringify({ keys }) };
  return RegisteredAgent.register({ stub, firstToken: agent => agent.token({ privateJwk }) });
}

const es256 = (kid?: string) => ({ ...generateSigningJwk('ES256').privateJwk, kid });
const published = (jwk: PrivateSigningJwk, changes: object = {}) => ({ ...publicPart(jwk), ...changes });

describe('PACT 3.1: keys of a personal agent', () => {
  const agents: RegisteredAgent[] = [];
  const started = async (agent: Promise<RegisteredAgent>) => {
    agents.push(await agent);
    return agent;
  };
  const statusOf = async (agent: RegisteredAgent, claims: Partial<StubTokenClaims>) =>
    (await brand.route('tasks', agent.token(claims))).status;
  afterAll(() => Promise.all(agents.map(agent => agent.stop())));

  it('[PACT-3.1-rotation] a new key works without a restart; many unknown kids do not ask the host each time', async () => {
    const agent = await started(RegisteredAgent.register());
    agent.stub.rotate({ keepOld: true });
    await agent.served();
    const before = agent.stub.jwksFetches;
    const stranger = generateSigningJwk('ES256').privateJwk;
    for (let round = 0; round < 30; round += 1) {
      const privateJwk = { ...stranger, kid: `unknown-${round}` };
      assertBare401(await brand.route('tasks', agent.token({ privateJwk })));
    }
    expect(agent.stub.jwksFetches - before).toBeLessThanOrEqual(2);
    expect(await statusOf(agent, {})).toBe(200);
  });

  it('[PACT-3.2-kid] without kid the keys that fit are tried: one, the second of two, eight', async () => {
    const keys = Array.from({ length: 8 }, () => es256());
    for (const set of [keys.slice(0, 1), keys.slice(0, 2), keys]) {
      const agent = await started(
        publishing(
          set.map(key => published(key)),
          set.at(-1) ?? es256(),
        ),
      );
      for (const privateJwk of set) expect(await statusOf(agent, { privateJwk })).toBe(200);
      expect(await statusOf(agent, { privateJwk: es256() })).toBe(401);
    }
  });

  it('of two keys with one kid the one that fits alg is used', async () => {
    const rsa = { ...generateSigningJwk('RS256').privateJwk, kid: 'same' };
    const elliptic = es256('same');
    const agent = await started(publishing([published(rsa), published(elliptic)], rsa));
    expect(await statusOf(agent, { privateJwk: rsa })).toBe(200);
    expect(await statusOf(agent, { privateJwk: elliptic })).toBe(200);
  });

  it.each([
    ['for encryption', { use: 'enc' }],
    ['for another algorithm', { alg: 'ES384' }],
    ['for signing only', { key_ops: ['sign'] }],
    ['of another kind', { kty: 'RSA' }],
    ['on another curve', { crv: 'P-384' }],
    ['without coordinates', { x: undefined }],
  ])('[PACT-3.2-signature] a key %s verifies nothing', async (_name, changes) => {
    const [bad, good] = [es256('bad'), es256('good')];
    const agent = await started(publishing([published(bad, changes), published(good)], good));
    expect(await statusOf(agent, { privateJwk: bad })).toBe(401);
    expect(await statusOf(agent, { privateJwk: good })).toBe(200);
  });

  it('addresses and keys in a token’s header are refused, and nothing is fetched from them', async () => {
    const [agent, attacker] = [await started(RegisteredAgent.register()), await StubPersonalAgent.start()];
    try {
      const world = makePaJwtWorld({ issuer: agent.stub.issuer, audience: agent.audience, sub: 'u' });
      const writer = new PaJwtWriter(world, Date.now());
      const signer = attacker.privateJwk;
      const headers = [
        { jku: attacker.jwksUri },
        { x5u: attacker.jwksUri },
        { jwk: publicPart(signer) },
        { jku: attacker.jwksUri, kid: undefined },
      ];
      for (const header of headers) {
        assertBare401(
          await brand.route('tasks', writer.token({ header: { kid: signer.kid, ...header }, signer })),
        );
      }
      expect(attacker.jwksFetches).toBe(0);
    } finally {
      await attacker.stop();
    }
  });

  it('a host that is down, slow, huge, redirecting or talks nonsense gives 401, and 200 once it is well', async () => {
    const elsewhere = await StubPersonalAgent.start();
    const faults: StubPersonalAgent['behaviour'][] = [
      { kind: 'broken' },
      { kind: 'status', status: 500 },
      { kind: 'huge', bytes: 5_000_000 },
      { kind: 'redirect', location: elsewhere.jwksUri },
      { kind: 'raw', body: '<html>' },
      { kind: 'raw', body: '{"keys":{}}' },
      { kind: 'raw', body: '[]' },
    ];
    const refusedThenServed = async (behaviour: StubPersonalAgent['behaviour']) => {
      const stub = await StubPersonalAgent.start();
      stub.behaviour = behaviour;
      const agent = await started(RegisteredAgent.register({ stub, firstToken: () => null }));
      const asked = stub.jwksFetches;
      while (stub.jwksFetches === asked) assertBare401(await brand.route('tasks', agent.token()));
      assertBare401(await brand.route('tasks', agent.token()));
      stub.behaviour = { kind: 'up' };
      await agent.served();
    };
    try {
      await Promise.all(faults.map(refusedThenServed));
      expect(elsewhere.jwksFetches).toBe(0);
    } finally {
      await elsewhere.stop();
    }
  });

  it('[PACT-3.2-signature] a host that goes away is not missed for a known key, and an unknown kid stays refused', async () => {
    const agent = await started(RegisteredAgent.register());
    await agent.stub.away();
    const unknown = { ...generateSigningJwk('ES256').privateJwk, kid: 'unknown' };
    for (let round = 0; round < 5; round += 1) {
      assertBare401(await brand.route('tasks', agent.token({ privateJwk: unknown })));
      const since = performance.now();
      expect(await statusOf(agent, { sub: `user-${round}` })).toBe(200);
      expect(performance.now() - since).toBeLessThan(1_000);
    }
    await agent.stub.back();
  });

  it('one slow host delays nobody else', async () => {
    const slow = await StubPersonalAgent.start();
    slow.behaviour = { kind: 'hang' };
    const [waiting, other] = await Promise.all([
      started(RegisteredAgent.register({ stub: slow, firstToken: () => null })),
      started(RegisteredAgent.register()),
    ]);
    const pending = Array.from({ length: 10 }, () => brand.route('tasks', waiting.token()));
    const since = performance.now();
    for (let round = 0; round < 10; round += 1) expect(await statusOf(other, {})).toBe(200);
    expect(performance.now() - since).toBeLessThan(2_000);
    for (const answer of await Promise.all(pending)) assertBare401(answer);
  });

  it.each([
    ['http', 'http://pa.example.com/jwks.json', 'not_https'],
    ['a private address', 'https://10.0.0.1/jwks.json', 'private_address'],
    ['a link-local address', 'https://169.254.169.254/jwks.json', 'private_address'],
    ['a shared address', 'https://100.64.0.1/jwks.json', 'private_address'],
    ['a private address of IPv6', 'https://[fd00::1]/jwks.json', 'private_address'],
    ['a mapped private address', 'https://[::ffff:10.0.0.1]/jwks.json', 'private_address'],
    ['no host', 'https://', undefined],
    ['another scheme', 'ftp://pa.example.com/jwks.json', undefined],
  ])('[PACT-3.1-jwks-uri] a jwksUri by %s is refused at registration', async (_name, jwksUri, code) => {
    const body = { name: 'x', issuer: `https://pa-${Math.random()}.example.com`, jwksUri };
    const { status, text } = await new AdminApi().request('POST', '/personal-agents', body);
    expect(status).toBe(400);
    const problem = JSON.parse(text) as { errors: { path: string; code: string }[] };
    expect(problem.errors).toEqual([expect.objectContaining({ path: 'jwksUri', ...(code && { code }) })]);
  });
});
