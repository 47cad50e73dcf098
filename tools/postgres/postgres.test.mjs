import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { endProcess, processMark } from '../process/process-table.mjs';
import { findServer, readPostmasterFile, stopSteps } from './leftover-server.mjs';
import { freePort, startPostgres } from './server.mjs';
import { removeDataFolder, temporaryDataFolder } from './temporary-folder.mjs';

/** A temp folder of our own: a start elsewhere on this machine would sweep ours, as it should. */
const temporary = mkdtempSync(path.join(os.tmpdir(), 'surety-postgres-test-'));
chmodSync(temporary, 0o755);
process.env.TMPDIR = temporary;
after(() => rmSync(temporary, { recursive: true, force: true }));

/** @type {(() => unknown)[]} */
const undo = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** A folder that only its owner can enter, as a data folder in somebody's home. */
function closedFolder() {
  const folder = mkdtempSync(path.join(temporary, 'closed-'));
  undo.push(() => rmSync(folder, { recursive: true, force: true }));
  undo.push(() => removeDataFolder(path.join(folder, 'data')));
  return path.join(folder, 'data');
}

/** @param {string} dataDir */
async function start(dataDir) {
  const server = await startPostgres({ dataDir, port: await freePort(), durable: false });
  undo.push(() => server.stop());
  return server;
}

/** @param {string} url @param {string} text */
async function sql(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** A launcher in a process of its own that is killed with -9 when its server is up. @param {string} dataDir @returns {Promise<number>} pid of the orphan */
async function killedLauncher(dataDir) {
  const script = `
    import { freePort, startPostgres } from ${JSON.stringify(new URL('./server.mjs', import.meta.url).href)};
    const server = await startPostgres({ dataDir: process.argv[1], port: await freePort(), durable: false });
    console.log(server.pid);
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return Number(line);
}

/** Writes the pid of some process over the one in postmaster.pid of a cluster that was not shut down. @param {string} cluster @param {number} pid */
function claimPid(cluster, pid) {
  const file = path.join(cluster, 'postmaster.pid');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(pid)));
}

test('in a closed folder it starts, keeps its data, and takes connections on 127.0.0.1 with its password only', async () => {
  const dataDir = closedFolder();
  const first = await start(dataDir);
  await sql(first.url, 'create table kept as select 42 as answer');
  const wrong = new URL(first.url);
  wrong.password = 'wrong';
  await assert.rejects(sql(wrong.href, 'select 1'), { code: '28P01' });
  assert.deepEqual(await sql(first.url, 'show listen_addresses'), [{ listen_addresses: '127.0.0.1' }]);
  assert.deepEqual(await sql(first.url, 'show unix_socket_directories'), [{ unix_socket_directories: '' }]);
  await first.stop();
  const second = await start(dataDir);
  assert.deepEqual(await sql(second.url, 'select answer from kept'), [{ answer: 42 }]);
});

test('the server of a launcher killed with -9 is found by its data folder, stopped, and succeeded', async () => {
  const dataDir = closedFolder();
  const orphan = await killedLauncher(dataDir);
  undo.push(() => endProcess(orphan, orphanMark ?? '', stopSteps));
  const orphanMark = processMark(orphan);
  assert.notEqual(orphanMark, undefined, 'the orphan lives on');
  const next = await start(dataDir);
  assert.equal(processMark(orphan), undefined, 'the orphan is gone');
  assert.deepEqual(await sql(next.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a stranger that has the pid of a dead server is left alone', async () => {
  const dataDir = closedFolder();
  const dead = await start(dataDir);
  process.kill(dead.pid, 'SIGKILL');
  await dead.ended;
  const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
  undo.push(() => stranger.kill('SIGKILL'));
  claimPid(dead.folder, stranger.pid ?? 0);
  assert.equal(findServer(dead.folder).kind, 'stranger');
  const next = await start(dataDir);
  assert.deepEqual(await sql(next.url, 'select 1 as one'), [{ one: 1 }]);
  assert.equal(stranger.exitCode ?? stranger.signalCode, null, 'the stranger still runs');
});

test('a PostgreSQL of another data folder that has the pid is left alone', async () => {
  const other = await start(closedFolder());
  const dataDir = closedFolder();
  const dead = await start(dataDir);
  process.kill(dead.pid, 'SIGKILL');
  await dead.ended;
  claimPid(dead.folder, other.pid);
  assert.equal(findServer(dead.folder).kind, 'stranger');
  await start(dataDir);
  assert.deepEqual(await sql(other.url, 'select 1 as one'), [{ one: 1 }]);
});

test('a start that was killed while it made the cluster leaves nothing in the way', async () => {
  const dataDir = closedFolder();
  mkdirSync(path.join(dataDir, 'postgres.unfinished'), { recursive: true });
  writeFileSync(path.join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');
  const server = await start(dataDir);
  assert.equal(readPostmasterFile(server.folder)?.pid, server.pid);
});

test('a temporary folder whose owner was killed is removed by the next one, with its server', async () => {
  const script = `
    import { temporaryDataFolder } from ${JSON.stringify(new URL('./temporary-folder.mjs', import.meta.url).href)};
    import { freePort, startPostgres } from ${JSON.stringify(new URL('./server.mjs', import.meta.url).href)};
    const { folder } = await temporaryDataFolder();
    const server = await startPostgres({ dataDir: folder, port: await freePort(), durable: false });
    console.log(JSON.stringify({ folder, pid: server.pid }));
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  await exited;
  const left = JSON.parse(line);
  assert.ok(existsSync(left.folder));
  const next = await temporaryDataFolder();
  undo.push(next.remove);
  assert.equal(existsSync(left.folder), false);
  assert.equal(processMark(left.pid), undefined);
});
