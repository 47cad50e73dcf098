import type { LimitedBucket, RateStore } from './rate-bucket';

/** A bucket under a fresh key; `perSecond` is so low that nothing refills during a test unless it says otherwise. */
export function bucket(burst: number, perSecond = 0.01): LimitedBucket {
  return { key: `spec:${Math.random().toString(36).slice(2)}`, perSecond, burst };
}

/** How many of `times` requests a store lets through, asked one after another, or all at once. */
export async function passes(
  store: RateStore,
  buckets: readonly LimitedBucket[],
  times: number,
  atOnce = false,
): Promise<number> {
  let passed = 0;
  const ask = async () => {
    if ((await store.take(buckets)).allowed) passed += 1;
  };
  if (atOnce) await Promise.all(Array.from({ length: times }, ask));
  else for (let time = 0; time < times; time += 1) await ask();
  return passed;
}

/** What every store must do, whatever it counts in (P26). In: two replicas over the same counters. */
export function describeRateStore(replicas: () => readonly [RateStore, RateStore]): void {
  it('lets the burst through and no more, one by one or at once', async () => {
    const [store] = replicas();
    expect(await passes(store, [bucket(7)], 12)).toBe(7);
    expect(await passes(store, [bucket(7)], 12, true)).toBe(7);
  });

  it('counts for all replicas together', async () => {
    const [one, two] = replicas();
    const shared = bucket(20);
    const passed = await Promise.all([
      passes(one, [shared], 30, true),
      passes(two, [shared], 30, true),
      passes(one, [shared], 5),
    ]);
    expect(passed.reduce((sum, each) => sum + each)).toBeLessThanOrEqual(20);
    expect(passed.reduce((sum, each) => sum + each)).toBeGreaterThan(14);
  });

  it('says when to come back, and lets through whoever obeys', async () => {
    const [store] = replicas();
    const quick = bucket(1, 1);
    expect(await store.take([quick])).toEqual({ allowed: true });
    expect(await store.take([quick])).toEqual({ allowed: false, retryAfterSeconds: 1 });
    const slow = bucket(1, 0.1);
    await store.take([slow]);
    expect(await store.take([slow])).toEqual({ allowed: false, retryAfterSeconds: 10 });
    await new Promise(resolve => setTimeout(resolve, 1_010));
    expect(await store.take([quick])).toEqual({ allowed: true });
  });

  it('takes from every bucket or from none', async () => {
    const [store] = replicas();
    const wide = bucket(10);
    const narrow = bucket(2);
    expect(await passes(store, [wide, narrow], 8)).toBe(2);
    expect(await passes(store, [wide], 12)).toBe(8);
  });

  it('refills by rate', async () => {
    const [store] = replicas();
    const fast = bucket(5, 100);
    await passes(store, [fast], 5, true);
    await new Promise(resolve => setTimeout(resolve, 1_100));
    expect(await passes(store, [fast], 5, true)).toBe(5);
  });

  it('tells callers apart', async () => {
    const [store] = replicas();
    expect(await passes(store, [bucket(1)], 2)).toBe(1);
    expect(await passes(store, [bucket(1)], 2)).toBe(1);
  });
}
