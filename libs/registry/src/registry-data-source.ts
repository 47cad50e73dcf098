import { type DatabaseOptions, openDatabase } from '@surety/platform';
import type { DataSource } from 'typeorm';
import { registryEntities } from './entities';
import { registryMigrations } from './migrations';

/** Where the registry lies and how this process uses it; see {@link DatabaseOptions}. */
export type RegistryOptions = Omit<DatabaseOptions, 'entities' | 'migrations'>;

/** Opens the registry's data source; migrates nothing (see `migrate`). Throws as `openDatabase` does. */
export function registryDataSource(options: RegistryOptions): Promise<DataSource> {
  return openDatabase({ ...options, entities: registryEntities, migrations: registryMigrations });
}
