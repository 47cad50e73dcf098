import { TcpGate, assertRateLimited, assertReply } from '@surety/testing';
import { PaClient, letter } from '../test-stack/pa-client.test-kit';
import { ProviderProcess } from '../test-stack/provider-process.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

const ONE_IN_A_LONG_TIME = { perSecond: 1, burst: 1_000, perUserPerSecond: 1, perUserBurst: 1 };

/** P26: the limits of A2A routes live in Redis and are not worth an outage. */
describe('P26: a Provider whose Redis goes away', () => {
  it('limits while Redis is there, and lets everybody pass once it is gone', async () => {
    const url = process.env['SURETY_TEST_REDIS_URL'];
    if (!url) throw new Error('SURETY_TEST_REDIS_URL is not set');
    const world = await RegisteredWorld.open();
    const gate = await TcpGate.to(url);
    const provider = await ProviderProcess.start(world.env({ REDIS_URL: gate.url }));
    const client = new PaClient(await world.personalAgent(ONE_IN_A_LONG_TIME), world.audience);
    const brandId = await world.scriptBrand();
    const send = () => client.send(provider.origin, letter(brandId, 'hello'));
    const burst = await Promise.all(Array.from({ length: 10 }, send));
    const limited = burst.filter(answer => answer.status === 429);
    expect(limited.length).toBeGreaterThan(0);
    limited.forEach(assertRateLimited);
    await gate.shut();
    for (let n = 0; n < 10; n += 1) assertReply(await send());
    await provider.end('SIGTERM');
    await world.close();
  }, 90_000);
});
