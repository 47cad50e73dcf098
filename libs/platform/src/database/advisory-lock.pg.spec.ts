import { tryAdvisoryLock, withAdvisoryLock } from './advisory-lock';
import { type TestDatabase, makeTestDatabase } from './database.test-kit';
import { statement } from './statement';

let database: TestDatabase;

beforeAll(async () => {
  database = await makeTestDatabase();
});
afterAll(() => database.drop());

describe('withAdvisoryLock', () => {
  it('field 60: lets four callers at once work one after another', async () => {
    let working = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, (working += 1));
      await database.sql.rows(statement('spec_nap', 'select pg_sleep(0.02)'));
      working -= 1;
    };
    await Promise.all(Array.from({ length: 3 }, () => withAdvisoryLock(database.sql, 'migrate', work)));
    expect(most).toBe(1);
  });

  it('frees the lock when the work throws', async () => {
    const failing = withAdvisoryLock(database.sql, 'migrate', () =>
      Promise.reject(new Error('bad migration')),
    );
    await expect(failing).rejects.toThrow('bad migration');
    expect(await withAdvisoryLock(database.sql, 'migrate', async () => 'next')).toBe('next');
  });
});

describe('tryAdvisoryLock', () => {
  it('leaves out what another session already does, by name', async () => {
    const outcome = await withAdvisoryLock(database.sql, 'sweep', async () => [
      await tryAdvisoryLock(database.sql, 'sweep', async () => 'twice'),
      await tryAdvisoryLock(database.sql, 'other', async () => 'done'),
    ]);
    expect(outcome).toEqual([{ ran: false }, { ran: true, value: 'done' }]);
    expect(await tryAdvisoryLock(database.sql, 'sweep', async () => 'now')).toEqual({
      ran: true,
      value: 'now',
    });
  });
});
