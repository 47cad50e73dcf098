import { Sql, assertSupportedPostgres, withAdvisoryLock } from '@surety/platform';
import { type RegistryOptions, registryDataSource } from './registry-data-source';

const LOCK = 'surety_migrations';

/**
 * Brings the database to the schema of this build. Any number of starters may call it at once: one migrates, the others
 * wait and find nothing left to do (field row 60). It uses a data source of its own without a statement timeout, so
 * that a slow migration is not cut off. Out: the names of the migrations this call ran. Throws UnsupportedPostgres.
 */
export async function migrate(options: Pick<RegistryOptions, 'url' | 'applicationName'>): Promise<string[]> {
  // Two connections: the lock's session and the migrations' own.
  const dataSource = await registryDataSource({ ...options, poolSize: 2, statementTimeoutMs: 0 });
  try {
    const sql = new Sql(dataSource);
    await assertSupportedPostgres(sql);
    return await withAdvisoryLock(sql, LOCK, async () => {
      const ran = await dataSource.runMigrations({ transaction: 'each' });
      return ran.map(migration => migration.name);
    });
  } finally {
    await dataSource.destroy();
  }
}
