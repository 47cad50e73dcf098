import { randomBytes } from 'node:crypto';
import { Sql } from '@surety/platform';
import { registryDataSource } from '@surety/registry';
import { escapeIdentifier } from 'pg';
import type { DataSource } from 'typeorm';
import { databaseUrl, dropDatabase, onServer, testServer } from './test-server';
import { COPY_PREFIX, readyTemplate } from './template-database';

/** A database of its own for one test file. */
export interface TestDatabase {
  readonly url: string;
  /** Ends every connection to it, as a restart of the server would, and lets new ones in. */
  disconnectAll(): Promise<void>;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

/** A migrated database with an open pool. */
export interface RegistryDatabase extends TestDatabase {
  readonly dataSource: DataSource;
  readonly sql: Sql;
}

const END_CONNECTIONS = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';

/**
 * A migrated database: a copy of a template that is migrated once per schema, on the server of
 * `SURETY_TEST_DATABASE_URL`. Safe with any number of Jest workers at once. Throws when the variable is missing: a test
 * that needs PostgreSQL never passes without it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = testServer();
  const name = freshName();
  await onServer(server, async client => {
    const template = await readyTemplate(client, server);
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(template)}`);
  });
  return handleOf(server, name);
}

/** An empty database, for tests of the migrations themselves. Throws like {@link testDatabase}. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const server = testServer();
  const name = freshName();
  await onServer(server, client => client.query(`CREATE DATABASE ${escapeIdentifier(name)}`));
  return handleOf(server, name);
}

/** A migrated database with its pool open; `drop` closes both. In: connections at most. */
export async function registryDatabase({ poolSize = 10 } = {}): Promise<RegistryDatabase> {
  const database = await testDatabase();
  const dataSource = await registryDataSource({ url: database.url, applicationName: 'test', poolSize });
  const drop = async () => {
    await dataSource.destroy();
    await database.drop();
  };
  return { ...database, dataSource, sql: new Sql(dataSource), drop };
}

/** Starts with its time of making, so that what a killed test left behind can be found. */
function freshName(): string {
  return `${COPY_PREFIX}${Date.now()}_${randomBytes(6).toString('hex')}`;
}

function handleOf(server: string, name: string): TestDatabase {
  return {
    url: databaseUrl(server, name),
    disconnectAll: () => onServer(server, client => client.query(END_CONNECTIONS, [name])),
    drop: () => onServer(server, client => dropDatabase(client, name)),
  };
}
