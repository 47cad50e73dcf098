import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import process from 'node:process';

/**
 * Whom PostgreSQL runs as: it refuses to run as root.
 * @typedef {{ uid: number, gid: number } | Record<string, never>} ServerUser empty = as ourselves
 */

/** The number that `id` knows for a flag, or the traditional one. @param {'-u' | '-g'} flag */
function nobody(flag) {
  const { status, stdout } = spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' });
  return status === 0 ? Number(stdout.trim()) : 65534;
}

/**
 * As root: the owner of a cluster that is there already (so that its owner can go on using it), else `nobody`.
 * @param {string} clusterFolder may not exist yet
 * @returns {ServerUser}
 */
export function serverUser(clusterFolder) {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: nobody('-u'), gid: nobody('-g') };
}

/** Whether that user can walk into a folder. @param {string} folder @param {ServerUser} user */
export function canEnter(folder, user) {
  return spawnSync('test', ['-x', folder], { ...user, cwd: '/' }).status === 0;
}
