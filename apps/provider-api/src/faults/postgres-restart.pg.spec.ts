import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@surety/registry';
import { StubBrand, type StubPersonalAgent, assertBare401, assertReply } from '@surety/testing';
import { PaClient, eventually, letter } from '../test-stack/pa-client.test-kit';
import { PostgresProcess } from '../test-stack/postgres-process.test-kit';
import { ProviderProcess } from '../test-stack/provider-process.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';
import { LoadUser } from './restart-load.test-kit';

const DEADLINE_SECONDS = 2;
/** Lease + 1 s, and what a busy machine needs for one exchange. */
const DEFINITE_MS = (DEADLINE_SECONDS + 5 + 1) * 1_000 + 5_000;
const LOAD_MS = 1_500;
const DOWN_MS = 2_000;
/** Nobody waits longer for INTERNAL than for a connection, a lease and a statement. */
const ANSWER_MS = 15_000;
/** The pool's ten, and the listener. */
const CONNECTIONS = 11;

/** Issue: no 5xx once PostgreSQL is back, nothing stored twice, never a 401 because the store is down (P37). */
describe.each(['SIGINT', 'SIGKILL'] as const)('P37: PostgreSQL ended by %s under load', signal => {
  let postgres: PostgresProcess;
  let world: RegisteredWorld;
  let agent: StubPersonalAgent;
  let client: PaClient;
  let stub: StubBrand;
  let provider: ProviderProcess;
  let users: readonly LoadUser[];
  let brands: readonly string[];
  /** When the Provider said that it is ready again. */
  let readyMs = 0;

  beforeAll(async () => {
    postgres = await PostgresProcess.start();
    const { url } = postgres;
    await migrate({ url, applicationName: 'test' });
    const nothing = () => Promise.resolve();
    world = await RegisteredWorld.open({ url, disconnectAll: nothing, drop: nothing });
    agent = await world.personalAgent();
    client = new PaClient(agent, world.audience);
    stub = await StubBrand.start();
    brands = [
      await world.scriptBrand({ deadlineSeconds: DEADLINE_SECONDS }),
      await world.webhookBrand(stub, { deadlineSeconds: DEADLINE_SECONDS }),
    ];
    provider = await ProviderProcess.start(world.env());
    users = await Promise.all([...brands, ...brands, ...brands].map(user));
    await restartUnderLoad();
  }, 180_000);

  afterAll(async () => {
    await provider.end('SIGTERM');
    await world.close();
    await stub.stop();
    await postgres.remove();
  }, 60_000);

  async function user(brandId: string): Promise<LoadUser> {
    const { contextId } = assertReply(await client.send(provider.origin, letter(brandId, 'hello')));
    return new LoadUser(client, provider.origin, brandId, contextId);
  }

  const isReady = async () => (await fetch(`${provider.origin}/health/ready`)).status === 200;

  async function restartUnderLoad(): Promise<void> {
    const talks = Promise.all(users.map(each => each.talk()));
    await sleep(LOAD_MS);
    await postgres.end(signal);
    await eventually('readiness 503', 10_000, async () => !(await isReady()));
    await sleep(DOWN_MS);
    await postgres.startAgain();
    await eventually('readiness 200', 30_000, isReady);
    readyMs = performance.now();
    await sleep(LOAD_MS);
    users.forEach(each => each.stop());
    await talks;
  }

  const answers = () => users.flatMap(each => each.answers);

  it('answers INTERNAL while it is away, and every answer comes in time', () => {
    const internal = answers().filter(({ status }) => status === 500);
    expect(internal.length).toBeGreaterThan(0);
    expect(Math.max(...answers().map(({ tookMs }) => tookMs))).toBeLessThan(ANSWER_MS);
  });

  it('answers no server fault once it is back', () => {
    const after = answers().filter(({ beganMs }) => beganMs > readyMs);
    expect(after.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect(after.filter(({ status }) => status >= 500)).toEqual([]);
  });

  it('PACT 4.3: gives every reply that anybody got again, word for word', async () => {
    for (const each of users) {
      for (const { letter: sent, reply } of each.sent) {
        if (reply !== undefined) expect(await each.try(sent)).toBe(reply);
      }
    }
  }, 60_000);

  it('P10: leaves no message stuck: each runs again or has been delivered', async () => {
    for (const each of users) {
      for (const { letter: sent } of each.sent.filter(({ reply }) => reply === undefined)) {
        const delivered = stub.deliveries.some(({ turn }) => turn?.messageId === sent.messageId);
        const end = await eventually(`an end for ${sent.body}`, DEFINITE_MS, async () => {
          return (await each.try(sent)) ?? (delivered ? 'spent' : undefined);
        });
        expect(end).toBeTruthy();
      }
    }
  }, 120_000);

  it('stores and delivers nothing twice', async () => {
    const [counts] = await world.run<{ turns: number; messages: number }>(
      'SELECT count(*)::int AS turns, count(DISTINCT (context_id, message_id))::int AS messages FROM turn',
    );
    const sent = users.reduce((sum, each) => sum + each.sent.length, users.length);
    expect(counts).toEqual({ turns: sent, messages: sent });
    const byMessage = new Map<string, number>();
    for (const { turn } of stub.deliveries) {
      byMessage.set(`${turn?.messageId}`, (byMessage.get(`${turn?.messageId}`) ?? 0) + 1);
    }
    expect(Math.max(...byMessage.values())).toBe(1);
  });

  it('hears of a disabled personal agent again, on every route', async () => {
    await world.enable(agent, false);
    assertBare401(await client.send(provider.origin, letter(brands[0] ?? '', 'hello')));
    await eventually('a refusal of tasks', 5_000, async () => {
      const { status } = await client.ask(provider.origin, brands[0] ?? '', 'tasks');
      return status === 401;
    });
    await world.enable(agent, true);
    await eventually('an answer of tasks', 5_000, async () => {
      return (await client.ask(provider.origin, brands[0] ?? '', 'tasks')).status === 200;
    });
  }, 30_000);

  it('keeps no more connections than it had', async () => {
    const [held] = await world.run<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'provider-api%'`,
    );
    expect(held?.count).toBeLessThanOrEqual(CONNECTIONS);
  });
});
