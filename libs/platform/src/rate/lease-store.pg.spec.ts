import { type TestDatabase, makeTestDatabase } from '../database/database.test-kit';
import type { SqlExecutor } from '../database/sql';
import { isUnavailable } from '../database/unavailable';
import { LeaseRateStore } from './lease-store';
import { RateLimiter } from './rate-limiter';
import { bucket, describeRateStore, passes } from './rate-store.test-kit';

let database: TestDatabase;
let statements = 0;

/** Counts the statements that reach the database. */
const counted = (): SqlExecutor => ({
  rows: (statement, values) => {
    statements += 1;
    return database.sql.rows(statement, values);
  },
  affected: (statement, values) => database.sql.affected(statement, values),
});

beforeAll(async () => {
  database = await makeTestDatabase();
  await database.dataSource.query(
    'create unlogged table rate_bucket (key text collate "C" primary key, full_at timestamptz not null)',
  );
});
afterAll(() => database.drop());
beforeEach(() => {
  statements = 0;
});

describe('LeaseRateStore', () => {
  describeRateStore(() => [new LeaseRateStore(database.sql), new LeaseRateStore(database.sql)]);

  it('P26: asks once for several requests of a caller, and not at all without a limit', async () => {
    const store = new LeaseRateStore(counted());
    expect(await passes(store, [bucket(80)], 10)).toBe(10);
    expect(statements).toBe(1);
    const limiter = new RateLimiter(store);
    expect(await limiter.take([{ key: 'x', perSecond: null, burst: 1 }])).toEqual({ allowed: true });
    expect(await limiter.take([])).toEqual({ allowed: true });
    expect(statements).toBe(1);
  });

  it('serves callers who come at once with one statement after the one under way', async () => {
    const store = new LeaseRateStore(counted());
    const decisions = await Promise.all(Array.from({ length: 40 }, () => store.take([bucket(1)])));
    expect(decisions.every(({ allowed }) => allowed)).toBe(true);
    expect(statements).toBe(2);
  });

  it('repeats a refusal without asking', async () => {
    const store = new LeaseRateStore(counted());
    const narrow = bucket(1);
    await passes(store, [narrow], 2);
    const before = statements;
    expect(await passes(store, [narrow], 50)).toBe(0);
    expect(statements).toBe(before);
  });

  it('gives unspent tokens back after their second, with the next statement', async () => {
    let nowMs = 0;
    const one = new LeaseRateStore(database.sql, () => nowMs);
    const two = new LeaseRateStore(database.sql);
    const shared = bucket(80);
    await one.take([shared]);
    nowMs += 1_001;
    await one.take([bucket(1)]);
    expect(await passes(two, [shared], 100, true)).toBe(79);
  });

  it('never hoards so much that a slow caller at another replica starves', async () => {
    const replicas = [1, 2, 3, 4].map(() => new LeaseRateStore(database.sql));
    const shared = bucket(8);
    const decisions = [];
    for (let turn = 0; turn < 8; turn += 1) decisions.push(await replicas[turn % 4]?.take([shared]));
    expect(decisions.every(decision => decision?.allowed)).toBe(true);
  });

  it('P37: says that the store is away instead of letting through or refusing', async () => {
    const store = new LeaseRateStore({
      rows: () => Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' })),
      affected: () => Promise.reject(new Error('unused')),
    });
    const fault = await store.take([bucket(1)]).catch((error: unknown) => error);
    expect(isUnavailable(fault)).toBe(true);
    const next = await store.take([bucket(1)]).catch((error: unknown) => error);
    expect(isUnavailable(next)).toBe(true);
  });

  it('keeps no lease that is over', async () => {
    let nowMs = 0;
    const store = new LeaseRateStore(database.sql, () => nowMs);
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(Array.from({ length: 200 }, () => store.take([bucket(9)])));
      nowMs += 1_001;
    }
    expect((store as unknown as { leases: Map<string, unknown> }).leases.size).toBeLessThanOrEqual(400);
  });

  it('locks rows in one order, so that replicas never wait in a circle', async () => {
    const shared = Array.from({ length: 12 }, () => bucket(100_000));
    const replicas = Array.from({ length: 4 }, () => new LeaseRateStore(database.sql));
    const rounds = replicas.flatMap(store =>
      Array.from({ length: 25 }, () => store.take([...shared].sort(() => Math.random() - 0.5))),
    );
    expect((await Promise.all(rounds)).every(({ allowed }) => allowed)).toBe(true);
  });

  it('stores a long key as its hash', async () => {
    const limiter = new RateLimiter(new LeaseRateStore(database.sql));
    const key = `sub:${'x'.repeat(1024)}`;
    expect(await limiter.take([{ key, perSecond: 0.01, burst: 1 }])).toEqual({ allowed: true });
    expect(await limiter.take([{ key, perSecond: 0.01, burst: 1 }])).toMatchObject({ allowed: false });
    const rows = await database.dataSource.query('select key from rate_bucket where length(key) > 60');
    expect(rows).toEqual([]);
  });
});
