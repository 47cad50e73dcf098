import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** A database of its own for one test file. */
export interface TestDatabase {
  /** `postgres://…`, empty: nothing is migrated yet. */
  readonly url: string;
  /** Ends every connection to it, as a restart of the server would, and lets new ones in. */
  disconnectAll(): Promise<void>;
  /** Ends every connection to it and refuses new ones until `admit`. */
  refuseConnections(): Promise<void>;
  admit(): Promise<void>;
  /** Removes it, whoever is still connected. */
  drop(): Promise<void>;
}

const END_CONNECTIONS = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';

/**
 * Creates an empty database on the server of `SURETY_TEST_DATABASE_URL` (a superuser's URL, set by the test runner).
 * Throws when the variable is missing: a test that needs PostgreSQL never passes without it.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env.SURETY_TEST_DATABASE_URL;
  if (!server) throw new Error('SURETY_TEST_DATABASE_URL is not set');
  const name = `surety_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await onServer(server, client => client.query(`CREATE DATABASE ${name}`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    disconnectAll: () => onServer(server, client => client.query(END_CONNECTIONS, [name])),
    refuseConnections: () =>
      onServer(server, async client => {
        await client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
        await client.query(END_CONNECTIONS, [name]);
      }),
    admit: () => onServer(server, client => client.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`)),
    drop: () => onServer(server, client => client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)),
  };
}

async function onServer(url: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
