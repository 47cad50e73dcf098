import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../postgres/server.mjs';

/**
 * Our environment without what would point the tests at servers or settings of somebody else.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function testEnvironment(env) {
  const foreign = new Set(['DATABASE_URL', 'REDIS_URL', 'MESH_URL', 'NODE_ENV', 'NODE_TEST_CONTEXT']);
  const isForeign = (/** @type {string} */ name) =>
    foreign.has(name) || (name.startsWith('SURETY_') && !name.startsWith('SURETY_TEST_'));
  const kept = Object.entries(env).filter(([name]) => !isForeign(name));
  return { ...Object.fromEntries(kept), NX_DAEMON: 'false' };
}

/** Whether a program can be run. @param {string} program */
export function isInstalled(program) {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;
}

/** Names under which systems install Chromium. */
const chromiums = ['chromium', 'chromium-browser', 'google-chrome'];

/** Where the browser is that specs of pages drive; undefined when there is none. */
export function findChromium() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  const places = chromiums.flatMap(name => folders.map(folder => path.join(folder, name)));
  return places.find(place => existsSync(place));
}

/**
 * A real Redis for the tests, which keeps nothing.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRedis() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-redis-'));
  const port = await freePort();
  const words = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ];
  const child = spawn('redis-server', words, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const exited = once(child, 'exit');
  await new Promise((resolve, reject) => {
    child.stdout
      .setEncoding('utf8')
      .on('data', text => /Ready to accept connections/.test(text) && resolve(undefined));
    child
      .once('error', reject)
      .once('exit', code => reject(new Error(`redis-server ended with code ${code}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `redis://127.0.0.1:${port}`, stop };
}
