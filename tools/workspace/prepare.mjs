import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { FolderTaken, takeFolder } from '../process/folder-owner.mjs';
import { installationNeeded } from './installed-packages.mjs';
import { workspaceRoot } from './root.mjs';
import { runNpm, runPackage } from './run-command.mjs';

/** @typedef {import('./screen.mjs').Screen} Screen */

/** A step of the preparation failed; the message holds what the program printed. */
export class PreparationFailed extends Error {}

/** The sources do not compile. */
export class BuildFailed extends PreparationFailed {}

const installMinutes = 15;

/**
 * Installs what the lockfile asks for. `npm ci` on a bare checkout; on one that is only behind, an update in place,
 * which takes seconds and pulls nothing away from a stack that runs from this checkout.
 * @param {Screen} screen @param {AbortSignal} signal
 */
export async function installPackages(screen, signal) {
  const needed = installationNeeded();
  if (needed === 'nothing') return;
  const words = needed === 'install' ? ['ci'] : ['install', '--no-save'];
  const doing = needed === 'install' ? 'installing packages (npm ci, about a minute)' : 'updating packages';
  const { code, output } = await screen.during(doing, () =>
    runNpm([...words, '--include=dev', '--no-audit', '--no-fund'], { signal }),
  );
  signal.throwIfAborted();
  if (code !== 0) throw new PreparationFailed(`npm ${words.join(' ')} failed:\n${output}`);
  if (installationNeeded() !== 'nothing') {
    throw new PreparationFailed('The installed packages do not match package-lock.json. Run `npm ci`.');
  }
}

/** Compiles what changed; nothing to do takes about a second. @param {Screen} screen @param {AbortSignal} signal */
export async function build(screen, signal) {
  const words = ['-b', ...(screen.isTerminal ? ['--pretty'] : [])];
  const { code, output } = await screen.during('building', () =>
    runPackage('typescript', 'tsc', words, { signal }),
  );
  signal.throwIfAborted();
  if (code !== 0) throw new BuildFailed(`The build failed:\n${output}`);
}

/**
 * Packages and build of this checkout; a second start that comes meanwhile waits for its turn.
 * @param {Screen} screen @param {AbortSignal} signal
 */
export async function prepareWorkspace(screen, signal) {
  const folder = path.join(workspaceRoot, 'dist');
  mkdirSync(folder, { recursive: true });
  const claim = await takeFolder(folder).catch(error => {
    if (!(error instanceof FolderTaken)) throw error;
    return screen.during(`waiting for process ${error.pid}, which prepares this checkout`, () =>
      takeFolder(folder, { waitMs: installMinutes * 60_000 }),
    );
  });
  try {
    await installPackages(screen, signal);
    await build(screen, signal);
  } finally {
    claim.release();
  }
}
