import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from './root.mjs';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, bin?: Record<string, string>,
 *   os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 */

/** @param {string} root @param {string} file @returns {Record<string, LockedPackage>} */
function packagesOf(root, file) {
  return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages;
}

/** Whether npm leaves a package out on this machine. @param {LockedPackage} locked */
function isForElsewhere({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return false;
  return (
    libc !== undefined ||
    !(os ?? [process.platform]).includes(process.platform) ||
    !(cpu ?? [process.arch]).includes(process.arch)
  );
}

/** Whether a program of the workspace itself cannot be called yet. @param {string} root @param {LockedPackage} locked */
function lacksProgram(root, { bin = {} }) {
  return Object.keys(bin).some(name => !existsSync(path.join(root, 'node_modules', '.bin', name)));
}

/**
 * What npm would have to do, from its own record in node_modules; no package manager is started for this.
 * @param {string} [root] of the checkout
 * @returns {'nothing' | 'update' | 'install'} install = there is no node_modules, or one that npm did not finish
 */
export function installationNeeded(root = workspaceRoot) {
  if (!existsSync(path.join(root, 'node_modules', '.package-lock.json'))) return 'install';
  const installed = packagesOf(root, 'node_modules/.package-lock.json');
  const stale = Object.entries(packagesOf(root, 'package-lock.json')).some(([name, locked]) => {
    if (!name.includes('node_modules/')) return lacksProgram(root, locked);
    if (isForElsewhere(locked)) return false;
    return installed[name]?.version !== locked.version || installed[name]?.link !== locked.link;
  });
  return stale ? 'update' : 'nothing';
}
