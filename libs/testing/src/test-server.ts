import { Client, escapeIdentifier } from 'pg';

/** The URL of the server on which tests make their databases, of a role that may. Throws when it is not set. */
export function testServer(): string {
  const server = process.env.SURETY_TEST_DATABASE_URL;
  if (!server) throw new Error('SURETY_TEST_DATABASE_URL is not set');
  return server;
}

/** Runs `work` on a connection of its own to the server. */
export async function onServer(server: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server, application_name: 'test databases' });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** The URL of another database on the same server. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Drops a database whoever is connected to it; nothing happens when there is none. */
export async function dropDatabase(client: Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}
