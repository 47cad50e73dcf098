import { InvalidatedCache } from './invalidated-cache';

function setup(trusted = true) {
  const reads: { key: string; finish: (value: string | undefined) => void; fail: (error: Error) => void }[] =
    [];
  const state = { trusted };
  const cache = new InvalidatedCache<string>(
    2,
    () => state.trusted,
    key => new Promise((resolve, reject) => reads.push({ key, finish: resolve, fail: reject })),
  );
  return { cache, reads, state };
}

describe('InvalidatedCache (P37)', () => {
  it('reads once for simultaneous misses and then answers from memory', async () => {
    const { cache, reads } = setup();
    const both = Promise.all([cache.get('a'), cache.get('a')]);
    expect(reads).toHaveLength(1);
    reads[0]?.finish('one');
    expect(await both).toEqual(['one', 'one']);
    expect(await cache.get('a')).toBe('one');
    expect(reads).toHaveLength(1);
  });

  it('remembers absence too, until a clear', async () => {
    const { cache, reads } = setup();
    const first = cache.get('a');
    reads[0]?.finish(undefined);
    expect(await first).toBeUndefined();
    expect(await cache.get('a')).toBeUndefined();
    cache.clear();
    void cache.get('a');
    expect(reads).toHaveLength(2);
  });

  it('does not keep a row that was read before a clear and arrived after it', async () => {
    const { cache, reads } = setup();
    const old = cache.get('a');
    cache.clear();
    reads[0]?.finish('old');
    expect(await old).toBe('old');
    const fresh = cache.get('a');
    reads[1]?.finish('new');
    expect(await fresh).toBe('new');
    expect(await cache.get('a')).toBe('new');
  });

  it('forgets one row alone, also one that is being read', async () => {
    const { cache, reads } = setup();
    for (const key of ['a', 'b']) {
      const got = cache.get(key);
      reads.at(-1)?.finish(key);
      await got;
    }
    cache.forget('a');
    const old = cache.get('a');
    cache.forget('a');
    const fresh = cache.get('a');
    reads[3]?.finish('new');
    reads[2]?.finish('old');
    expect([await old, await fresh, await cache.get('a'), await cache.get('b')]).toEqual([
      'old',
      'new',
      'new',
      'b',
    ]);
    expect(reads).toHaveLength(4);
  });

  it('reads past itself when a fresh row is asked for', async () => {
    const { cache, reads } = setup();
    const first = cache.get('a');
    reads[0]?.finish('one');
    await first;
    const fresh = cache.fresh('a');
    reads[1]?.finish('two');
    expect(await fresh).toBe('two');
    expect(await cache.get('a')).toBe('one');
  });

  it('reads every time while the listener is lost', async () => {
    const { cache, reads, state } = setup();
    const first = cache.get('a');
    reads[0]?.finish('one');
    await first;
    state.trusted = false;
    void cache.get('a');
    void cache.get('a');
    expect(reads).toHaveLength(3);
  });

  it('never caches a failure', async () => {
    const { cache, reads } = setup();
    const first = cache.get('a');
    reads[0]?.fail(new Error('store is down'));
    await expect(first).rejects.toThrow('store is down');
    void cache.get('a');
    expect(reads).toHaveLength(2);
  });

  it('stays within its bound', async () => {
    const { cache, reads } = setup();
    for (const key of ['a', 'b', 'c']) {
      const got = cache.get(key);
      reads.at(-1)?.finish(key);
      await got;
    }
    void cache.get('a');
    expect(reads).toHaveLength(4);
  });
});
