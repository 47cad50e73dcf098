import { type TestDatabase, makeTestDatabase } from './database.test-kit';
import { openDatabase } from './open-database';
import { Sql } from './sql';
import { statement } from './statement';
import { assertSupportedPostgres } from './supported-postgres';
import { isUnavailable } from './unavailable';

const COUNT = statement('spec_count', 'select count(*)::int as n from item');
const INSERT = statement('spec_insert', 'insert into item (id) values ($1) on conflict do nothing');
const INSERT_STRICT = statement('spec_insert_strict', 'insert into item (id) values ($1)');
const READ_ALL = statement('spec_read_all', 'select * from item order by id');
const PREPARED = statement('spec_prepared', 'select name from pg_prepared_statements order by name');
const TERMINATE_ME = statement('spec_terminate_me', 'select pg_terminate_backend(pg_backend_pid())');
const PID = statement('spec_pid', 'select pg_backend_pid() as pid');
const SLEEP = statement('spec_sleep', 'select pg_sleep($1)');

let database: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  database = await makeTestDatabase();
  sql = database.sql;
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.dataSource.query('drop table if exists item');
  await database.dataSource.query('create table item (id int primary key)');
});

const count = async () => (await sql.rows<{ n: number }>(COUNT))[0]?.n;
const terminateOthers = () =>
  database.admin('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
    database.name,
  ]);

describe('Sql', () => {
  it('runs on a supported server', async () => {
    expect(await assertSupportedPostgres(sql)).toBeGreaterThanOrEqual(15);
  });

  it('prepares each statement once on a connection, under its name', async () => {
    await sql.session(async session => {
      await session.affected(INSERT, [1]);
      await session.affected(INSERT, [2]);
      const names = (await session.rows<{ name: string }>(PREPARED)).map(({ name }) => name);
      expect(names.filter(name => name === 'spec_insert')).toHaveLength(1);
    });
  });

  it('says how many rows a statement touched', async () => {
    expect(await sql.affected(INSERT, [1])).toBe(1);
    expect(await sql.affected(INSERT, [1])).toBe(0);
  });

  it('commits a transaction whole or not at all', async () => {
    expect(await sql.transaction(async tx => tx.affected(INSERT, [1]))).toBe(1);
    const failing = sql.transaction(async tx => {
      await tx.affected(INSERT, [2]);
      await tx.affected(INSERT_STRICT, [1]);
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await count()).toBe(1);
  });

  it('keeps its connections when a statement is refused', async () => {
    await sql.affected(INSERT, [1]);
    const pid = async () => (await sql.rows<{ pid: number }>(PID))[0]?.pid;
    const before = await pid();
    await expect(sql.affected(INSERT_STRICT, [1])).rejects.toMatchObject({ code: '23505' });
    expect(await pid()).toBe(before);
  });

  it('survives a migration under a prepared plan', async () => {
    await sql.session(session => session.rows(READ_ALL));
    await Promise.all(Array.from({ length: 4 }, () => sql.rows(READ_ALL)));
    await database.dataSource.query('alter table item add column colour text');
    expect(await sql.rows(READ_ALL)).toEqual([]);
    await sql.affected(INSERT, [1]);
    expect(await sql.rows(READ_ALL)).toEqual([{ id: 1, colour: null }]);
  });
});

describe('a lost connection', () => {
  it('P37: is unavailable for the statement it was running, and gone from the pool for the next', async () => {
    const lost = await sql.rows(TERMINATE_ME).catch((error: unknown) => error);
    expect(isUnavailable(lost)).toBe(true);
    expect(await count()).toBe(0);
  });

  it('P37: is unavailable inside a transaction too, of which nothing stays', async () => {
    const lost = await sql
      .transaction(async tx => {
        await tx.affected(INSERT, [1]);
        await tx.rows(TERMINATE_ME);
      })
      .catch((error: unknown) => error);
    expect(isUnavailable(lost)).toBe(true);
    expect(await count()).toBe(0);
  });

  it('does no harm while it is idle', async () => {
    await Promise.all(Array.from({ length: 4 }, () => count()));
    await terminateOthers();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => count()));
    const faults = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(faults.every(isUnavailable)).toBe(true);
    expect(await count()).toBe(0);
  });

  it('does no harm while it is lent out and silent', async () => {
    const session = sql.session(async lent => {
      const [row] = await lent.rows<{ pid: number }>(PID);
      await database.admin('select pg_terminate_backend($1)', [row?.pid]);
      return lent.rows(COUNT);
    });
    expect(isUnavailable(await session.catch((error: unknown) => error))).toBe(true);
    expect(await count()).toBe(0);
  });
});

describe('openDatabase', () => {
  it('P37: a server that refuses connections, or a name without address, is unavailable', async () => {
    for (const url of ['postgres://u@127.0.0.1:1/x', 'postgres://u@no-such-host.invalid/x']) {
      const fault = await openDatabase({ url, applicationName: 'spec' }).catch((error: unknown) => error);
      expect([url, isUnavailable(fault)]).toEqual([url, true]);
    }
  });

  it('ends a statement that takes too long, and an empty pool, as unavailable', async () => {
    const dataSource = await openDatabase({
      url: database.url,
      applicationName: 'spec',
      poolSize: 1,
      statementTimeoutMs: 200,
    });
    try {
      const slow = new Sql(dataSource);
      const fault = await slow.rows(SLEEP, [5]).catch((error: unknown) => error);
      expect(fault).toMatchObject({ code: '57014' });
      expect(isUnavailable(fault)).toBe(true);
      expect(await slow.rows(COUNT)).toEqual([{ n: 0 }]);
    } finally {
      await dataSource.destroy();
    }
  });
});
