import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, existsSync, lstatSync, mkdirSync, mkdtempSync } from 'node:fs';
import { readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { canEnter } from './server-user.mjs';

/** @typedef {import('./server-user.mjs').ServerUser} ServerUser */

/** For data of root under a closed folder: a place of root's own that its server user can still walk into. */
const openPlace = '/var/lib/surety';

/** Makes a folder that only we may list, and that the server's user may walk through. @param {string} folder @param {ServerUser} user */
function makePassable(folder, user) {
  mkdirSync(folder, { recursive: true, mode: user.uid === undefined ? 0o700 : 0o711 });
}

/**
 * Where the cluster of a data folder lies: in it, or, when the server's user cannot reach that place (root's data
 * under /root), in `/var/lib/surety` with a link from it. The link is the only way to it: a data folder that was
 * removed and made again starts empty.
 * @param {string} dataDir
 * @param {ServerUser} user
 * @returns {{ folder: string, moved: boolean }} the real path of the cluster, and whether it was put elsewhere just now
 */
export function placeCluster(dataDir, user) {
  makePassable(dataDir, user);
  const direct = path.join(realpathSync(dataDir), 'postgres');
  if (lstatSync(direct, { throwIfNoEntry: false })) return { folder: realpathSync(direct), moved: false };
  if (user.uid === undefined) return { folder: direct, moved: false };
  chmodSync(dataDir, 0o711);
  if (canEnter(dataDir, user)) return { folder: direct, moved: false };
  makePassable(openPlace, user);
  const folder = mkdtempSync(path.join(openPlace, 'postgres-'));
  symlinkSync(folder, direct);
  return { folder, moved: true };
}

/** Runs initdb and says what it said when it fails. @param {string} native @param {string[]} words @param {ServerUser} user */
function initdb(native, words, user) {
  const { status, stdout, stderr, error } = spawnSync(path.join(native, 'bin', 'initdb'), words, {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
  if (status !== 0) throw new Error(`initdb failed: ${error ?? `${stdout}\n${stderr}`}`);
}

/** Beside PostgreSQL's own files, so that a cluster and its password are never parted. @param {string} folder */
const passwordFile = folder => path.join(folder, 'surety.password');

/** Runs initdb with a password that only its file and the cluster know. @param {string} unfinished @param {{ native: string, user: ServerUser, durable: boolean }} options */
function fillCluster(unfinished, { native, user, durable }) {
  const secrets = mkdtempSync(path.join(os.tmpdir(), 'surety-initdb-'));
  const draft = path.join(secrets, 'password');
  try {
    writeFileSync(draft, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (user.uid !== undefined) {
      for (const file of [unfinished, secrets, draft]) chownSync(file, user.uid, user.gid);
    }
    const words = ['-D', unfinished, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${draft}`];
    words.push('-E', 'UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8');
    if (!durable) words.push('--no-sync');
    initdb(native, words, user);
    copyFileSync(draft, passwordFile(unfinished));
    chmodSync(passwordFile(unfinished), 0o600);
  } finally {
    rmSync(secrets, { recursive: true, force: true });
  }
}

/**
 * Makes the cluster unless it is there. It grows under another name and is renamed when whole, so a start that was
 * killed in between leaves nothing that looks finished.
 * @param {{ native: string, folder: string, user: ServerUser, durable: boolean }} options
 * @returns {string} the password of its superuser
 */
export function openCluster({ folder, ...options }) {
  if (!existsSync(path.join(folder, 'PG_VERSION'))) {
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    fillCluster(unfinished, options);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  }
  return readFileSync(passwordFile(folder), 'utf8');
}
