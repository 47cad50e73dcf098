import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parentOf } from '../process/process-table.mjs';
import { defaultDataDir } from './options.mjs';

/** @typedef {{ name: string, pid: number, megabytes: number }} ProcessMemory */

/** Proportional set size: memory that processes share is counted once in their sum. @param {number} pid @returns {number} MB */
function pssOf(pid) {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? NaN) / 1024;
}

/** A process and all below it. @param {number} root @returns {number[]} */
function family(root) {
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);
  const parents = new Map(pids.map(pid => [pid, parentOf(pid)]));
  const belongs = (/** @type {number | undefined} */ pid) => {
    for (let one = pid; one !== undefined && one > 0; one = parents.get(one)) if (one === root) return true;
    return false;
  };
  return pids.filter(belongs);
}

/**
 * What a running stack takes: launcher, apps, and PostgreSQL with its own processes as one. Linux only.
 * @param {string} dataDir
 * @returns {ProcessMemory[]}
 */
export function stackMemory(dataDir) {
  if (!existsSync('/proc/self/smaps_rollup')) throw new Error('Proportional memory is only known on Linux.');
  const owner = JSON.parse(readFileSync(path.join(dataDir, 'owner.json'), 'utf8'));
  const apps = [owner, ...owner.children].map(({ name, pid }) => ({ name, pid, megabytes: pssOf(pid) }));
  const known = new Set(apps.map(app => app.pid));
  const others = family(owner.pid).filter(pid => !known.has(pid));
  const [postmaster = 0] = others;
  const postgres = others.reduce((sum, pid) => sum + pssOf(pid), 0);
  return others.length === 0 ? apps : [...apps, { name: 'postgres', pid: postmaster, megabytes: postgres }];
}

/** Prints the table for the data folder given on the command line. */
function main() {
  const dataDir = path.resolve(process.argv[2] ?? defaultDataDir);
  const rows = stackMemory(dataDir);
  const total = rows.reduce((sum, row) => sum + row.megabytes, 0);
  for (const { name, megabytes } of [...rows, { name: 'sum of PSS', megabytes: total }]) {
    console.log(`${name.padEnd(14)} ${megabytes.toFixed(1).padStart(7)} MB`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
