import { type RunningApp, bootApp } from '@surety/platform';
import { type A2aAnswer, type StubPersonalAgent, TcpGate, readA2aAnswer, userMessage } from '@surety/testing';
import { providerBootOptions } from '../boot';
import { CARD, DelegatingBrand, type TestGrant } from '../test-stack/delegating-brand.test-kit';
import { eventually } from '../test-stack/pa-client.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

jest.setTimeout(90_000);

const SCOPES = CARD.map(({ id }) => id);
const BACK_MS = 20_000;

describe('P37: delegated requests while PostgreSQL is away', () => {
  let world: RegisteredWorld;
  let gate: TcpGate;
  let agent: StubPersonalAgent;
  let brand: DelegatingBrand;
  let grant: TestGrant;
  let token: string;
  let provider: RunningApp;

  beforeEach(async () => {
    world = await RegisteredWorld.open();
    gate = await TcpGate.to(world.env().DATABASE_URL!);
    agent = await world.personalAgent();
    brand = await DelegatingBrand.open(world, { kind: 'script', script: { rules: [], fallback: 'Hello.' } });
    grant = await brand.grant(agent, SCOPES);
    token = await brand.token(grant, SCOPES);
    const settings = world.settings({ DATABASE_URL: gate.url, SURETY_LOG_LEVEL: 'fatal' });
    provider = await bootApp({ ...providerBootOptions(settings), stopOnSignals: false });
  });
  afterEach(async () => {
    await gate.open().catch(() => undefined);
    await provider.stop();
    await world.close();
    await gate.shut();
  });

  async function ask(route: string, body?: object): Promise<A2aAnswer> {
    const headers = {
      authorization: `Bearer ${agent.token({ audience: world.audience, sub: 'user-1' })}`,
      'x-a2a-user-delegation': `Bearer ${token}`,
    };
    const sent = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return readA2aAnswer(
      await fetch(`${provider.origins[0]}/a2a/${brand.id}/${route}`, { ...sent, headers }),
    );
  }
  const send = () => ask('message:send', { message: userMessage('hello') });

  it('are INTERNAL, never a 401 that ends a grant for its client, and go on afterwards', async () => {
    expect((await send()).status).toBe(200);
    await gate.shut();
    for (const { status, text } of [await send(), await ask('tasks'), await send()]) {
      expect({ status, isInternal: text.includes('"reason":"INTERNAL"') }).toEqual({
        status: 500,
        isInternal: true,
      });
    }
    await gate.open();
    await eventually('a reply', BACK_MS, async () => (await send()).status === 200);
  });

  it('P19: a grant that ended meanwhile is refused by the very first answer that is none of these', async () => {
    expect((await send()).status).toBe(200);
    expect((await ask('tasks')).status).toBe(200);
    await gate.shut();
    await brand.revoke(grant);
    expect((await ask('tasks')).status).toBe(500);
    await gate.open();
    const first = async (request: () => Promise<A2aAnswer>) => {
      let answer: A2aAnswer | undefined;
      await eventually('an answer', BACK_MS, async () => {
        answer = await request();
        return answer.status !== 500;
      });
      return answer?.status;
    };
    expect(await first(() => ask('tasks'))).toBe(401);
    expect(await first(send)).toBe(401);
  });
});
