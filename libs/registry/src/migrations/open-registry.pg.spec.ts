import { emptyDatabase } from '@surety/testing';
import { migrate, registryDataSource, registryMigrations } from '../index';

const applicationName = 'migration spec';
let database: Awaited<ReturnType<typeof emptyDatabase>>;

beforeEach(async () => {
  database = await emptyDatabase();
});
afterEach(() => database.drop());

describe('migrations', () => {
  it('run once when four replicas start at once, and not again later (field row 60)', async () => {
    const starters = Array.from({ length: 4 }, () => migrate({ url: database.url, applicationName }));
    const ran = (await Promise.all(starters)).flat();
    expect(ran).toEqual(registryMigrations.map(({ name }) => name));
    expect(await migrate({ url: database.url, applicationName })).toEqual([]);
  });

  it('leave no difference between entities and schema (field row 60)', async () => {
    await migrate({ url: database.url, applicationName });
    const dataSource = await registryDataSource({ url: database.url, applicationName });
    const difference = await dataSource.driver.createSchemaBuilder().log();
    await dataSource.destroy();
    expect(difference.upQueries.map(({ query }) => query)).toEqual([]);
  });

  it('name every constraint and index after its table', async () => {
    await migrate({ url: database.url, applicationName });
    const dataSource = await registryDataSource({ url: database.url, applicationName });
    const odd = await dataSource.query(
      `SELECT conname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
       WHERE connamespace = 'public'::regnamespace AND relname <> 'migrations' AND contype <> 'n'
         AND NOT starts_with(conname, relname || '__')
       UNION ALL
       SELECT indexname FROM pg_indexes
       WHERE schemaname = 'public' AND tablename <> 'migrations' AND NOT starts_with(indexname, tablename || '__')`,
    );
    await dataSource.destroy();
    expect(odd).toEqual([]);
  });

  it('cover with no index what a message changes, so that its updates stay heap-only', async () => {
    await migrate({ url: database.url, applicationName });
    const dataSource = await registryDataSource({ url: database.url, applicationName });
    const indexes: { tablename: string; indexdef: string }[] = await dataSource.query(
      `SELECT tablename, indexdef FROM pg_indexes WHERE schemaname = 'public'`,
    );
    await dataSource.destroy();
    const definitions = (table: string) =>
      indexes
        .filter(({ tablename }) => tablename === table)
        .map(({ indexdef }) => indexdef.split(' USING ')[1])
        .sort();
    expect(definitions('turn')).toEqual([
      "btree ((((context_id || ' '::text) || message_id)))",
      'btree (context_id, turn_number)',
      'btree (id)',
    ]);
    expect(definitions('context')).toEqual([
      'btree (brand_id, id)',
      'btree (id)',
      'btree (id) WHERE (closed_at IS NULL)',
    ]);
  });

  it('can be undone on an empty registry and run again', async () => {
    await migrate({ url: database.url, applicationName });
    const dataSource = await registryDataSource({ url: database.url, applicationName });
    for (let left = registryMigrations.length; left > 0; left -= 1) await dataSource.undoLastMigration();
    const tables = await dataSource.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    await dataSource.destroy();
    expect(tables).toEqual([{ tablename: 'migrations' }]);
    expect(await migrate({ url: database.url, applicationName })).toHaveLength(registryMigrations.length);
  });

  it('learn from the audit which personal agents no operator knows (P34)', async () => {
    await migrate({ url: database.url, applicationName });
    const dataSource = await registryDataSource({ url: database.url, applicationName });
    const at = registryMigrations.findIndex(({ name }) => name.startsWith('RegisteredPersonalAgents'));
    for (let left = registryMigrations.length; left > at; left -= 1) await dataSource.undoLastMigration();
    await dataSource.query(
      `INSERT INTO personal_agent (id, name, issuer, jwks_uri, enabled, burst, per_user_burst)
       SELECT id, 'PA', id, 'https://pa.example', true, 1, 1 FROM unnest(ARRAY['made', 'met', 'touched']) AS id`,
    );
    await dataSource.query(
      `INSERT INTO audit (id, actor_id, actor_role, action, object_type, object_id, request_id)
       SELECT row_number() OVER (), actor, role, action, 'personal-agent', agent, 'r' FROM (VALUES
         ('made', 'olga', 'operator', 'personal-agent.create'), ('met', 'open-mode', 'system', 'personal-agent.create'),
         ('touched', 'open-mode', 'system', 'personal-agent.create'), ('touched', 'olga', 'operator', 'personal-agent.update')
       ) AS seen (agent, actor, role, action)`,
    );
    await dataSource.runMigrations();
    const known = await dataSource.query('SELECT id FROM personal_agent WHERE registered ORDER BY id');
    await dataSource.destroy();
    expect(known).toEqual([{ id: 'made' }, { id: 'touched' }]);
  });

  it('make an opaque audience, another one per database (P33)', async () => {
    const other = await emptyDatabase();
    const audiences = [];
    for (const { url } of [database, other]) {
      await migrate({ url, applicationName });
      const dataSource = await registryDataSource({ url, applicationName });
      audiences.push(...(await dataSource.query('SELECT audience FROM deployment')));
      await expect(dataSource.query(`INSERT INTO deployment VALUES (true, 'another')`)).rejects.toThrow();
      await dataSource.destroy();
    }
    await other.drop();
    const [mine, others] = audiences.map(({ audience }) => audience as string);
    expect(mine).toMatch(/^surety-[0-9a-f]{64}$/);
    expect(mine).not.toBe(others);
  });
});
