import { type RunningApp, bootApp } from '@surety/platform';
import { DEFAULT_PERSONAL_AGENT_LIMITS } from '@surety/registry';
import { StubPersonalAgent, type StubTokenClaims, sendMessageBody, userMessage } from '@surety/testing';
import { generateSigningJwk } from '@surety/tokens';
import { providerBootOptions } from '../boot';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

jest.setTimeout(60_000);

describe('P34: open mode', () => {
  let world: RegisteredWorld;
  let provider: RunningApp;
  let brandId: string;
  const strangers: StubPersonalAgent[] = [];

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    brandId = await world.scriptBrand();
  });
  beforeEach(async () => {
    provider = await boot({ SURETY_OPEN_MODE: 'true' });
  });
  afterEach(() => provider.stop());
  afterAll(async () => {
    await Promise.all(strangers.map(stranger => stranger.stop()));
    await world.close();
  });

  function boot(env: Record<string, string>): Promise<RunningApp> {
    const settings = world.settings({ SURETY_LOG_LEVEL: 'fatal', ...env });
    return bootApp({ ...providerBootOptions(settings), stopOnSignals: false });
  }

  async function stranger(): Promise<StubPersonalAgent> {
    const agent = await StubPersonalAgent.start();
    strangers.push(agent);
    return agent;
  }

  async function send(agent: StubPersonalAgent, claims: Partial<StubTokenClaims> = {}): Promise<Response> {
    const token = agent.token({ audience: world.audience, ...claims });
    const answer = await fetch(`${provider.origins[0]}/a2a/${brandId}/message:send`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: sendMessageBody(userMessage('Hello')),
    });
    await answer.arrayBuffer();
    return answer;
  }

  const status = async (agent: StubPersonalAgent, claims?: Partial<StubTokenClaims>) =>
    (await send(agent, claims)).status;

  it('PACT 3.1: admits and registers an issuer whose discovery names it, with the default limits', async () => {
    const agent = await stranger();
    const answer = await send(agent);
    expect(answer.status).toBe(200);
    expect(await world.personalAgents.findByIssuer(agent.issuer)).toMatchObject({
      jwksUri: agent.jwksUri,
      enabled: true,
      limits: DEFAULT_PERSONAL_AGENT_LIMITS,
    });
    const audit = await world.run(
      `SELECT actor_id AS actor, request_id AS "requestId" FROM audit WHERE after->>'issuer' = $1`,
      [agent.issuer],
    );
    expect(audit).toEqual([{ actor: 'open-mode', requestId: answer.headers.get('request-id') }]);
  });

  it('registers an issuer once, however many first tokens come at once', async () => {
    const agent = await stranger();
    const users = Array.from({ length: 12 }, (_, user) => ({ sub: `user-${user}` }));
    expect(new Set(await Promise.all(users.map(claims => status(agent, claims))))).toEqual(new Set([200]));
    const rows = await world.run('SELECT FROM personal_agent WHERE issuer = $1', [agent.issuer]);
    const audit = await world.run(`SELECT FROM audit WHERE after->>'issuer' = $1`, [agent.issuer]);
    expect([rows.length, audit.length]).toEqual([1, 1]);
  });

  it.each<[string, (agent: StubPersonalAgent) => Promise<Partial<StubTokenClaims> | undefined>]>([
    [
      'whose discovery names another issuer',
      async agent => {
        agent.discoveryIssuer = `${agent.issuer}/`;
        return undefined;
      },
    ],
    ['whose host is away', async agent => void (await agent.away())],
    ['that is no URL', async () => ({ issuer: 'not-a-url' })],
    ['with a query', async agent => ({ issuer: `${agent.issuer}/?tenant=1` })],
    [
      'when the key is not the one it publishes',
      async () => ({ privateJwk: generateSigningJwk('ES256').privateJwk }),
    ],
    ['when the audience is another', async () => ({ audience: 'another' })],
  ])('answers 401 to an issuer %s, and stores nothing', async (_kind, prepare) => {
    const before = await world.run('SELECT FROM personal_agent');
    const agent = await stranger();
    const claims = await prepare(agent);
    expect(await status(agent, claims)).toBe(401);
    expect(await world.run('SELECT FROM personal_agent')).toHaveLength(before.length);
  });

  it('keeps an issuer that the operator disabled out', async () => {
    const agent = await stranger();
    expect(await status(agent)).toBe(200);
    await world.enable(agent, false);
    expect(await status(agent)).toBe(401);
    await provider.stop();
    provider = await boot({ SURETY_OPEN_MODE: 'true' });
    expect(await status(agent)).toBe(401);
  });

  it('looks up at most 10 unknown issuers a minute for one source', async () => {
    const agents = await Promise.all(Array.from({ length: 11 }, stranger));
    const answers: number[] = [];
    for (const agent of agents) answers.push(await status(agent));
    expect(answers).toEqual([...Array<number>(10).fill(200), 401]);
  });

  it('is off by default: the same issuer is unknown', async () => {
    const agent = await stranger();
    await provider.stop();
    provider = await boot({});
    expect(await status(agent)).toBe(401);
  });
});
