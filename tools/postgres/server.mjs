import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { logEnd } from '../process/log-end.mjs';
import { endProcess, processMark } from '../process/process-table.mjs';
import { postgresBinaries } from './binaries.mjs';
import { openCluster, placeCluster } from './cluster.mjs';
import { clearLeftoverServer, readPostmasterFile, stopSteps } from './leftover-server.mjs';
import { serverUser } from './server-user.mjs';

/**
 * A running server of ours.
 * @typedef {object} PostgresServer
 * @property {string} url of the superuser and the database asked for
 * @property {number} pid
 * @property {string} folder where the cluster lies
 * @property {Promise<string>} ended resolves with the last log lines when the server ends, whoever ended it
 * @property {() => Promise<void>} stop
 * @property {() => void} interrupt asks it to close its files and end, for a launcher that does not wait
 */

/**
 * @typedef {object} PostgresOptions
 * @property {string} dataDir the cluster lies in `<dataDir>/postgres`, the log in `<dataDir>/logs/postgres.log`
 * @property {number} port on 127.0.0.1
 * @property {string} [database] made when missing
 * @property {boolean} [durable] false = no fsync, for data that dies with the test run
 * @property {number} [connections] the most at a time
 * @property {() => Promise<void>} [beforeLaunch] called when no server of this folder runs any more
 * @property {(line: string) => void} [say] told what a person at the terminal should know
 */

const startSeconds = 60;
const crashLines = 20;

/** A port on 127.0.0.1 that is free at this moment. @returns {Promise<number>} */
export async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  await new Promise(resolve => server.close(resolve));
  return port;
}

/** @param {string} folder @param {number} port @param {boolean} durable @param {number} connections */
function serverWords(folder, port, durable, connections) {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: connections,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const words = ['-D', folder, '-p', String(port)];
  for (const [name, value] of Object.entries(settings)) words.push('-c', `${name}=${value}`);
  return words;
}

/**
 * Starts the server process in a process group of its own: a Ctrl-C at the terminal must not stop it before its clients.
 * @param {string} native @param {string[]} words @param {import('./server-user.mjs').ServerUser} user @param {string} logFile
 */
function launch(native, words, user, logFile) {
  const log = openSync(logFile, 'a', 0o600);
  const { size } = fstatSync(log);
  try {
    const child = spawn(path.join(native, 'bin', 'postgres'), words, {
      ...user,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
      detached: true,
    });
    const exited = new Promise(resolve => child.once('exit', resolve).once('error', resolve));
    return { child, exited, ended: exited.then(() => logEnd(logFile, size, crashLines)) };
  } finally {
    closeSync(log);
  }
}

/**
 * Waits until postmaster.pid says that the server takes connections.
 * @param {string} folder @param {number | undefined} pid @param {() => boolean} isOver
 * @returns {Promise<boolean>} false when the process ended or the time is up
 */
async function becomesReady(folder, pid, isOver) {
  const until = Date.now() + startSeconds * 1000;
  while (Date.now() < until && !isOver()) {
    const file = readPostmasterFile(folder);
    if (file !== undefined && file.pid === pid && file.state === 'ready') return true;
    await delay(20);
  }
  return false;
}

/** @param {string} adminUrl of the database `postgres` @param {string} database a plain name */
async function createDatabase(adminUrl, database) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/**
 * Starts a real PostgreSQL from the npm binaries on a folder: makes the cluster at the first start, stops a server
 * of this folder that an earlier launcher left behind, and waits until it takes connections.
 * @param {PostgresOptions} options
 * @returns {Promise<PostgresServer>}
 */
export async function startPostgres({ dataDir, port, database = 'surety', ...options }) {
  const { durable = true, connections = 100, say = () => {}, beforeLaunch } = options;
  const user = serverUser(path.join(dataDir, 'postgres'));
  const { folder, moved } = placeCluster(dataDir, user);
  if (moved) say(`PostgreSQL cannot run under ${dataDir} as root; its data is in ${folder}`);
  const native = postgresBinaries(user);
  const password = openCluster({ native, folder, user, durable });
  const orphan = await clearLeftoverServer(folder);
  if (orphan !== undefined) say(`stopped the PostgreSQL of an earlier start (process ${orphan})`);
  await beforeLaunch?.();

  mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
  const logFile = path.join(dataDir, 'logs', 'postgres.log');
  const { child, exited, ended } = launch(
    native,
    serverWords(folder, port, durable, connections),
    user,
    logFile,
  );
  let over = false;
  void exited.then(() => (over = true));
  const pid = child.pid ?? 0;
  const mark = processMark(pid) ?? '';
  const stop = async () => {
    if (!over) await Promise.race([exited, endProcess(pid, mark, stopSteps)]);
    await exited;
  };
  if (!(await becomesReady(folder, child.pid, () => over))) {
    await stop();
    throw new Error(`PostgreSQL did not start:\n${await ended}`);
  }
  const server = `postgres://postgres:${password}@127.0.0.1:${port}`;
  await createDatabase(`${server}/postgres`, database);
  const interrupt = () => void child.kill('SIGINT');
  return { url: `${server}/${database}`, pid, folder, ended, stop, interrupt };
}
