import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, processMark } from './process-table.mjs';

/**
 * Who uses a data folder. A number alone would not do: numbers are given out again.
 * @typedef {{ name: string, pid: number, mark: string }} ProcessEntry
 * @typedef {ProcessEntry & { children: ProcessEntry[] }} Owner
 */

/** Some other launcher that is still there uses the folder. */
export class FolderTaken extends Error {
  /** @param {string} folder @param {number} pid */
  constructor(folder, pid) {
    super(`${folder} is in use by another start (process ${pid}).`);
    this.pid = pid;
  }
}

/** @param {string} folder */
const ownerFile = folder => path.join(folder, 'owner.json');

/** @param {string} folder @returns {Owner | undefined} undefined also for a file that a crash left empty */
function readOwner(folder) {
  try {
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8'));
  } catch (error) {
    const missing = /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT';
    if (missing || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Whether the one that wrote this still runs. @param {ProcessEntry} entry */
const isAlive = entry => processMark(entry.pid) === entry.mark;

/** Whether a folder was left behind by an owner that is gone. @param {string} folder */
export function isAbandoned(folder) {
  const owner = readOwner(folder);
  return owner !== undefined && !isAlive(owner);
}

/** Ends what a dead owner left running. @param {Owner} owner */
async function endChildren(owner) {
  const steps = /** @type {const} */ ([
    { signal: 'SIGTERM', seconds: 5 },
    { signal: 'SIGKILL', seconds: 5 },
  ]);
  await Promise.all(owner.children.map(child => endProcess(child.pid, child.mark, steps)));
  return owner.children.filter(isAlive);
}

/** Puts our owner file in place unless there is one; a hard link, since a file must never be seen half written. @param {string} folder @param {Owner} owner */
function claim(folder, owner) {
  const draft = `${ownerFile(folder)}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 });
  try {
    linkSync(draft, ownerFile(folder));
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
}

/**
 * Waits for an owner that may be about to end.
 * @param {string} folder @param {number} waitMs
 * @returns {Promise<Owner | undefined>} the owner to succeed, undefined when there is none
 */
async function previousOwner(folder, waitMs) {
  const until = Date.now() + waitMs;
  for (;;) {
    const owner = readOwner(folder);
    if (owner === undefined || !isAlive(owner)) return owner;
    if (Date.now() >= until) throw new FolderTaken(folder, owner.pid);
    await delay(100);
  }
}

/**
 * Makes this process the only user of a folder, until it lets go or dies.
 * @param {string} folder exists
 * @param {{ waitMs?: number }} [options] how long to wait for an owner that may be about to end
 * @returns {Promise<FolderClaim>}
 * @throws {FolderTaken}
 */
export async function takeFolder(folder, { waitMs = 0 } = {}) {
  const previous = await previousOwner(folder, waitMs);
  if (previous !== undefined) {
    const [stubborn] = await endChildren(previous);
    if (stubborn !== undefined) throw new FolderTaken(folder, stubborn.pid);
  }
  rmSync(ownerFile(folder), { force: true });
  const owner = { name: 'launcher', pid: process.pid, mark: processMark(process.pid) ?? '', children: [] };
  const claimed = claim(folder, owner);
  // Two starts may have found the same dead owner; the one whose file stands a moment later has it.
  await delay(50);
  const standing = readOwner(folder);
  if (!claimed || standing?.pid !== process.pid) throw new FolderTaken(folder, standing?.pid ?? 0);
  return new FolderClaim(folder, owner);
}

/** Our hold on a folder. */
export class FolderClaim {
  /** @param {string} folder @param {Owner} owner */
  constructor(folder, owner) {
    this.folder = folder;
    this.owner = owner;
  }

  /** Notes a child, so that the next start can end it if we cannot. @param {string} name @param {number} pid */
  addChild(name, pid) {
    const mark = processMark(pid);
    if (mark === undefined) return;
    this.owner.children.push({ name, pid, mark });
    const draft = `${ownerFile(this.folder)}.${process.pid}`;
    writeFileSync(draft, JSON.stringify(this.owner), { mode: 0o600 });
    renameSync(draft, ownerFile(this.folder));
  }

  /** Lets go; safe to call twice and after the folder is gone. */
  release() {
    if (readOwner(this.folder)?.pid === process.pid) rmSync(ownerFile(this.folder), { force: true });
  }
}
