import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, startPostgres } from './server.mjs';
import { temporaryDataFolder } from './temporary-folder.mjs';

/**
 * A PostgreSQL for tests that take it away: a durable one, in a process of its own, at a port that stays. Each line of standard
 * input starts it again, and its end stops it and removes its data. One line of output a start:
 * `{"url":"postgres://…","pid":1}`.
 */

/** For a while after a kill -9 the dead server's children still hold its memory. */
const startTries = 20;

const { folder, remove } = await temporaryDataFolder();
const port = await freePort();
/** @type {import('./server.mjs').PostgresServer | undefined} */
let server;

/** @param {number} triesLeft @returns {Promise<import('./server.mjs').PostgresServer>} */
async function start(triesLeft) {
  try {
    return await startPostgres({ dataDir: folder, port, database: 'surety' });
  } catch (error) {
    if (triesLeft === 0) throw error;
    await delay(250);
    return start(triesLeft - 1);
  }
}

async function startAndTell() {
  server = await start(startTries);
  process.stdout.write(`${JSON.stringify({ url: server.url, pid: server.pid })}\n`);
}

try {
  await startAndTell();
  for await (const line of createInterface({ input: process.stdin })) {
    if (line === 'start') await startAndTell();
  }
} finally {
  await server?.stop();
  remove();
}
