import { setTimeout as sleep } from 'node:timers/promises';
import { StubBrand, assertReply, says } from '@surety/testing';
import { PaClient, eventually, letter } from '../test-stack/pa-client.test-kit';
import { ProviderProcess } from '../test-stack/provider-process.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

const AGENT_MS = 2_000;
const DRAIN_SECONDS = 2;
const GRACE_SECONDS = 20;
const EVERY_MS = 20;

/** Field row 58: 50 requests a second, an agent that takes 2 s, and a rolling deploy. */
describe('a Provider that is told to stop under load', () => {
  let world: RegisteredWorld;
  let stub: StubBrand;

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    stub = await StubBrand.start();
    stub.behave(({ turn }) => ({ kind: 'late', afterMs: AGENT_MS, reply: says(`You said: ${turn?.text}`) }));
  }, 60_000);

  afterAll(async () => {
    await stub.stop();
    await world.close();
  });

  const isReady = async (origin: string) => (await fetch(`${origin}/health/ready`)).status === 200;

  it('is not ready at once, fails no request, and is gone within its grace period', async () => {
    const client = new PaClient(await world.personalAgent(), world.audience);
    const brandId = await world.webhookBrand(stub);
    const provider = await ProviderProcess.start(
      world.env({ SURETY_DRAIN_SECONDS: `${DRAIN_SECONDS}`, SURETY_GRACE_SECONDS: `${GRACE_SECONDS}` }),
    );
    const { origin } = provider;
    const sends: Promise<number>[] = [];
    let balanced = true;
    /** A balancer sends here until the probe fails. */
    const load = async () => {
      for (; balanced; await sleep(EVERY_MS)) {
        const sent = client.send(origin, letter(brandId, `n ${sends.length}`));
        sends.push(sent.then(answer => (assertReply(answer), answer.status)));
      }
    };
    const loaded = load();
    await stub.delivered(20);
    const stopMs = performance.now();
    const ended = provider.end('SIGTERM');
    await eventually('readiness 503', 1_500, async () => !(await isReady(origin)));
    await sleep(200);
    balanced = false;
    await loaded;
    expect(new Set(await Promise.all(sends))).toEqual(new Set([200]));
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - stopMs).toBeLessThan(GRACE_SECONDS * 1_000);
    const keys = [...stub.countsByKey().values()];
    expect(keys).toHaveLength(sends.length);
    expect(Math.max(...keys)).toBe(1);
  }, 90_000);
});
