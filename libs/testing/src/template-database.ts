import { createHash } from 'node:crypto';
import { migrate, registryMigrations } from '@surety/registry';
import { type Client, escapeIdentifier } from 'pg';
import { databaseUrl, dropDatabase } from './test-server';

/** How the databases of test files are named; the time of making in milliseconds follows. */
export const COPY_PREFIX = 'surety_test_';
const TEMPLATE_PREFIX = 'surety_template_';
/** Copies that a killed test left behind are dropped after this time. */
const ABANDONED_MS = 60 * 60 * 1000;

/** The name of the migrated template of this schema; made by whoever comes first while the others wait for it. */
export async function readyTemplate(client: Client, server: string): Promise<string> {
  const name = `${TEMPLATE_PREFIX}${await schemaVersion()}`;
  await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [TEMPLATE_PREFIX]);
  try {
    if (await isReady(client, name)) return name;
    await dropAbandoned(client);
    // A half-made one of a killed test.
    await dropDatabase(client, name);
    await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
    await migrate({ url: databaseUrl(server, name), applicationName: 'test template' });
    await client.query(`ALTER DATABASE ${escapeIdentifier(name)} IS_TEMPLATE true`);
    return name;
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [TEMPLATE_PREFIX]);
  }
}

/** A database is marked as a template only once it is migrated. */
async function isReady(client: Client, name: string): Promise<boolean> {
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [name]);
  return found.rowCount === 1;
}

/** A digest of every statement that the migrations run, so that a changed migration gets a new template. */
async function schemaVersion(): Promise<string> {
  const digest = createHash('sha256');
  for (const migration of registryMigrations) {
    const recorder = { query: (sql: string) => Promise.resolve(void digest.update(`${sql};`)) };
    // A migration needs nothing but `query` of its runner.
    await new migration().up(recorder as unknown as Parameters<InstanceType<typeof migration>['up']>[0]);
  }
  return digest.digest('hex').slice(0, 16);
}

async function dropAbandoned(client: Client): Promise<void> {
  const copies = await client.query<{ name: string }>(
    'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
    [COPY_PREFIX],
  );
  for (const { name } of copies.rows) {
    const madeMs = Number(name.slice(COPY_PREFIX.length).split('_')[0]);
    if (madeMs < Date.now() - ABANDONED_MS) await dropDatabase(client, name);
  }
}
