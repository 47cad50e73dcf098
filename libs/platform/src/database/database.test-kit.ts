import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from './open-database';
import { Sql } from './sql';

/** A database of its own for one test file, on the server that the tests are given. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  readonly dataSource: DataSource;
  readonly sql: Sql;
  /** Runs SQL on a connection of its own, from outside. */
  admin(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  drop(): Promise<void>;
}

/** Makes a fresh database and opens it. Throws when the tests were given no server. */
export async function makeTestDatabase(poolSize = 4): Promise<TestDatabase> {
  const server = process.env['SURETY_TEST_DATABASE_URL'];
  if (!server) throw new Error('SURETY_TEST_DATABASE_URL names no PostgreSQL server');
  const name = `platform_${randomBytes(6).toString('hex')}`;
  await runOn(server, `create database ${name}`);
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const dataSource = await openDatabase({ url, applicationName: name, poolSize });
  return {
    url,
    name,
    dataSource,
    sql: new Sql(dataSource),
    admin: (text, values) => runOn(server, text, values),
    drop: async () => {
      if (dataSource.isInitialized) await dataSource.destroy();
      await runOn(server, `drop database ${name} with (force)`);
    },
  };
}

async function runOn(url: string, text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Waits until `holds` is true. Throws after five seconds. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 5_000;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error('did not come true within 5 s');
    await new Promise(resolve => setTimeout(resolve, 10));
  }
}
