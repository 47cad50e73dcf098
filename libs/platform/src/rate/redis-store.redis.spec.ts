import { eventually } from '../database/database.test-kit';
import { bucket, describeRateStore, passes } from './rate-store.test-kit';
import { RedisTestServer, redisServerInstalled } from './redis-server.test-kit';
import { RedisRateStore } from './redis-store';

const installed = redisServerInstalled();

if (!installed) {
  it('redis-server is not installed: limits in Redis were not tried', () => {
    process.stderr.write('redis-server is not installed: limits in Redis were not tried\n');
    expect(installed).toBe(false);
  });
} else {
  describe('RedisRateStore', () => {
    let server: RedisTestServer;
    let stores: [RedisRateStore, RedisRateStore];
    let failedOpen = 0;

    const answers = async (store: RedisRateStore) => {
      const before = failedOpen;
      await store.take([bucket(1)]);
      return failedOpen === before;
    };

    beforeAll(async () => {
      server = await RedisTestServer.start();
      const store = () => new RedisRateStore(server.url, () => (failedOpen += 1));
      stores = [store(), store()];
      for (const each of stores) await eventually(() => answers(each));
    });
    afterAll(async () => {
      await Promise.all(stores.map(store => store.close()));
      await server.remove();
    });

    describeRateStore(() => stores);

    it('lets exactly the burst through, whatever the number of replicas', async () => {
      const [one, two] = stores;
      const shared = bucket(20);
      const passed = await Promise.all([passes(one, [shared], 30, true), passes(two, [shared], 30, true)]);
      expect(passed[0] + passed[1]).toBe(20);
    });

    it('P26: limits nobody while Redis is away, counts that, and limits again once it is back', async () => {
      const [store] = stores;
      const narrow = bucket(1);
      expect(await passes(store, [narrow], 3)).toBe(1);
      await server.halt();
      failedOpen = 0;
      const startMs = performance.now();
      expect(await passes(store, [narrow], 20)).toBe(20);
      expect(failedOpen).toBe(20);
      expect(performance.now() - startMs).toBeLessThan(2_000);
      await server.run();
      await eventually(() => answers(store));
      expect(await passes(store, [narrow], 3)).toBe(1);
    });
  });
}
