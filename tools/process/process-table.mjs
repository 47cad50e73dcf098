import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const hasProc = existsSync('/proc/self/stat');

/** What `ps` says of one process, or undefined when there is none. @param {number} pid @param {string} column */
function ps(pid, column) {
  const { status, stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}

/** The fields of /proc/<pid>/stat after the command name, which may itself hold blanks and brackets. @param {number} pid */
function statFields(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}

/**
 * Tells a process from a later one that got the same number.
 * @param {number} pid
 * @returns {string | undefined} an opaque mark, undefined when no such process runs; a zombie does not run
 */
export function processMark(pid) {
  if (!hasProc) {
    const state = ps(pid, 'state');
    return state === undefined || state.startsWith('Z') ? undefined : ps(pid, 'lstart');
  }
  const fields = statFields(pid);
  if (fields === undefined || fields[0] === 'Z' || fields[0] === 'X') return undefined;
  return `${fields[19]}@${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}`;
}

/** The process that started this one; undefined when it is gone. @param {number} pid */
export function parentOf(pid) {
  const text = hasProc ? statFields(pid)?.[1] : ps(pid, 'ppid');
  return text === undefined ? undefined : Number(text);
}

/** The command line of a process with blanks between the words; undefined when unknown. @param {number} pid */
export function commandLine(pid) {
  if (!hasProc) return ps(pid, 'command');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replace(/\0$/, '').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}

/** The working folder of a process; undefined when the system does not tell. @param {number} pid */
export function workingFolder(pid) {
  try {
    return hasProc ? readlinkSync(`/proc/${pid}/cwd`) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether some process holds this number, be it a zombie or another user's. @param {number} pid */
export function pidIsTaken(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/**
 * Sends one signal after another until the process is gone. A process whose mark differs is never signalled.
 * @param {number} pid
 * @param {string} mark of `processMark`, taken when the process was known to be the right one
 * @param {readonly { signal: NodeJS.Signals, seconds: number }[]} steps each signal and how long to wait after it
 * @returns {Promise<boolean>} whether it is gone
 */
export async function endProcess(pid, mark, steps) {
  for (const { signal, seconds } of steps) {
    if (processMark(pid) !== mark) return true;
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH') throw error;
    }
    const until = Date.now() + seconds * 1000;
    while (Date.now() < until && processMark(pid) === mark) await delay(20);
  }
  return processMark(pid) !== mark;
}
