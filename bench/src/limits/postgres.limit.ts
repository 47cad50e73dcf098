import { Client } from 'pg';
import { median } from '../statistics';

/** What PostgreSQL itself can do on this machine, at one moment. */
export interface PostgresFigures {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
}

/** The kinds of work that are measured: one autocommitted insert, and one transaction per message. */
export type PostgresWork = 'insert' | 'tx_insert_update';

const ACCOUNTS = 1_000;
const BODY = JSON.stringify({ kind: 'task', text: 'x'.repeat(900) });

const TABLES = [
  'DROP TABLE IF EXISTS limit_message, limit_account',
  `CREATE TABLE limit_message (id bigserial PRIMARY KEY, partner text, state text DEFAULT 'new', body jsonb,
     at timestamptz DEFAULT now())`,
  `CREATE INDEX limit_message__new ON limit_message (id) WHERE state = 'new'`,
  'CREATE TABLE limit_account (id integer PRIMARY KEY, n bigint DEFAULT 0)',
  `INSERT INTO limit_account SELECT g, 0 FROM generate_series(1, ${ACCOUNTS}) g`,
];

const INSERT = { name: 'insert', text: 'INSERT INTO limit_message (partner, body) VALUES ($1, $2)' };
const UPDATE = { name: 'update', text: 'UPDATE limit_account SET n = n + 1 WHERE id = $1' };

const WORK: Readonly<Record<PostgresWork, (client: Client) => Promise<unknown>>> = {
  insert: client => client.query({ ...INSERT, values: ['p1', BODY] }),
  tx_insert_update: async client => {
    await client.query('BEGIN');
    await client.query({ ...INSERT, values: ['p2', BODY] });
    await client.query({ ...UPDATE, values: [1 + Math.floor(Math.random() * ACCOUNTS)] });
    await client.query('COMMIT');
  },
};

/** Durable small writes of about 1 KB, as fast as the given number of connections can make them. */
async function measure(
  url: string,
  work: PostgresWork,
  seconds: number,
  connections: number,
): Promise<PostgresFigures> {
  const clients = Array.from({ length: connections }, () => new Client({ connectionString: url }));
  await Promise.all(clients.map(client => client.connect()));
  for (const sql of TABLES) await clients[0]?.query(sql);
  const latencies: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  await Promise.all(
    clients.map(async client => {
      while (performance.now() < endMs) {
        const sentMs = performance.now();
        await WORK[work](client);
        latencies.push(performance.now() - sentMs);
      }
    }),
  );
  const elapsedSeconds = (performance.now() - startMs) / 1000;
  await Promise.all(clients.map(client => client.end()));
  return { perSecond: latencies.length / elapsedSeconds, p50: median(latencies) };
}

/** In: URL, work, seconds, connections on the command line. Prints the figures as JSON. */
async function main([url = '', work = '', seconds = '', connections = '']: string[]): Promise<void> {
  const figures = await measure(url, work as PostgresWork, Number(seconds), Number(connections));
  process.stdout.write(JSON.stringify(figures));
}

if (require.main === module) void main(process.argv.slice(2));
