import { readFileSync, realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import {
  commandLine,
  endProcess,
  pidIsTaken,
  processMark,
  workingFolder,
} from '../process/process-table.mjs';

/** The lines of postmaster.pid: pid, folder, start time, port, socket folder, address, memory key, state. @param {string} folder */
export function readPostmasterFile(folder) {
  try {
    const lines = readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return {
      pid: Number.isInteger(pid) && pid > 0 ? pid : 0,
      folder: lines[1] ?? '',
      state: (lines[7] ?? '').trim(),
    };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Two names of one folder, also when one is gone. @param {string} one @param {string} other */
function sameFolder(one, other) {
  try {
    return realpathSync(one) === realpathSync(other);
  } catch {
    return one === other;
  }
}

/**
 * What the process of a postmaster.pid is: numbers are given out again, so the number alone says nothing.
 * @param {string} folder the cluster
 * @returns {{ kind: 'none' } | { kind: 'server' | 'stranger' | 'unclear', pid: number, mark: string }}
 *   none = no such file or no such process; server = a PostgreSQL that serves this very folder;
 *   stranger = some other process; unclear = a PostgreSQL whose folder the system does not tell
 */
export function findServer(folder) {
  const file = readPostmasterFile(folder);
  const mark = file === undefined ? undefined : processMark(file.pid);
  if (file === undefined || mark === undefined) return { kind: 'none' };
  const { pid } = file;
  const command = commandLine(pid);
  const cwd = workingFolder(pid);
  const isPostgres = command !== undefined && /(^|\/)(postgres|postmaster)(\s|$)/.test(command);
  if (!isPostgres) return { kind: 'stranger', pid, mark };
  const named = `${command} `.includes(` -D ${folder} `) || (cwd !== undefined && sameFolder(cwd, folder));
  if (named) return { kind: sameFolder(file.folder, folder) ? 'server' : 'stranger', pid, mark };
  return { kind: cwd === undefined ? 'unclear' : 'stranger', pid, mark };
}

/** How a server is asked to stop: fast shutdown, then without a checkpoint, then not asked. */
export const stopSteps = /** @type {const} */ ([
  { signal: 'SIGINT', seconds: 30 },
  { signal: 'SIGQUIT', seconds: 10 },
  { signal: 'SIGKILL', seconds: 5 },
]);

/**
 * Clears the way for a server on this folder: stops one that outlived its launcher, and removes a postmaster.pid
 * whose number now belongs to a stranger or a zombie, which PostgreSQL would take for a living server. Any other
 * stale file is left to PostgreSQL, whose own check of the shared memory needs it.
 * @param {string} folder the cluster
 * @returns {Promise<number | undefined>} the pid of the server that was stopped
 */
export async function clearLeftoverServer(folder) {
  const found = findServer(folder);
  if (found.kind === 'unclear') {
    throw new Error(
      `Process ${found.pid} is a PostgreSQL that may serve ${folder}. Stop it, or remove ${folder}/postmaster.pid if it serves something else.`,
    );
  }
  if (found.kind === 'server') {
    if (!(await endProcess(found.pid, found.mark, stopSteps))) {
      throw new Error(`The PostgreSQL of an earlier start (process ${found.pid}) does not stop.`);
    }
    return found.pid;
  }
  const pid = readPostmasterFile(folder)?.pid;
  if (pid !== undefined && pid !== 0 && pidIsTaken(pid)) rmSync(path.join(folder, 'postmaster.pid'));
  return undefined;
}
