import { chmodSync, lstatSync, mkdtempSync, readdirSync, readlinkSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { FolderTaken, isAbandoned, takeFolder } from '../process/folder-owner.mjs';
import { clearLeftoverServer } from './leftover-server.mjs';

const prefix = 'surety-temporary-';

/** Removes a data folder with its cluster, also when root's cluster had to be put elsewhere. @param {string} folder */
export function removeDataFolder(folder) {
  const cluster = path.join(folder, 'postgres');
  if (lstatSync(cluster, { throwIfNoEntry: false })?.isSymbolicLink()) {
    rmSync(readlinkSync(cluster), { recursive: true, force: true });
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Ends and removes what a killed launcher left in the temp folder; only our own folders are looked at. */
async function removeAbandoned() {
  for (const name of readdirSync(os.tmpdir())) {
    const folder = path.join(os.tmpdir(), name);
    if (!name.startsWith(prefix)) continue;
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (!found?.isDirectory() || found.uid !== process.getuid?.() || !isAbandoned(folder)) continue;
    const claim = await takeFolder(folder).catch(error => {
      // Another start sweeps at this moment.
      if (error instanceof FolderTaken) return undefined;
      throw error;
    });
    if (claim === undefined) continue;
    await clearLeftoverServer(path.join(folder, 'postgres'));
    claim.release();
    removeDataFolder(folder);
  }
}

/**
 * A data folder that lives as long as this process.
 * @returns {Promise<{ folder: string, claim: import('../process/folder-owner.mjs').FolderClaim, remove: () => void }>}
 */
export async function temporaryDataFolder() {
  await removeAbandoned();
  const folder = mkdtempSync(path.join(realpathSync(os.tmpdir()), prefix));
  if (process.getuid?.() === 0) chmodSync(folder, 0o711);
  const claim = await takeFolder(folder);
  return { folder, claim, remove: () => removeDataFolder(folder) };
}
