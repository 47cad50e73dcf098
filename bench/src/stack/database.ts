import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

/** Settings of the server that the figures depend on, as it says itself. */
export interface DatabaseFacts {
  readonly version: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
}

const LIMIT_DATABASE = 'bench_limits';
/** Backends report their counts at most once a second. */
const REPORT_MS = 1_200;
const PG_18 = 180_000;

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function show(client: Client, setting: string): Promise<string> {
  const { rows } = await client.query<{ value: string }>('SELECT current_setting($1) AS value', [setting]);
  return rows[0]?.value ?? '';
}

/** What the server says about itself. */
export function databaseFacts(url: string): Promise<DatabaseFacts> {
  return withClient(url, async client => ({
    version: await show(client, 'server_version'),
    fsync: await show(client, 'fsync'),
    synchronousCommit: await show(client, 'synchronous_commit'),
  }));
}

/** Makes the database in which limits are measured, on the stack's server. Out: its URL. */
export function makeLimitDatabase(url: string): Promise<string> {
  return withClient(url, async client => {
    await client.query(`CREATE DATABASE ${LIMIT_DATABASE}`);
    const limitUrl = new URL(url);
    limitUrl.pathname = `/${LIMIT_DATABASE}`;
    return limitUrl.href;
  });
}

/** How often the server has flushed its log to disk so far. */
export async function flushCount(url: string): Promise<number> {
  await sleep(REPORT_MS);
  return withClient(url, async client => {
    const isNew = Number(await show(client, 'server_version_num')) >= PG_18;
    const counts = isNew
      ? `SELECT sum(fsyncs)::float8 AS count FROM pg_stat_io WHERE object = 'wal'`
      : 'SELECT wal_sync::float8 AS count FROM pg_stat_wal';
    const { rows } = await client.query<{ count: number }>(counts);
    return rows[0]?.count ?? NaN;
  });
}
