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

/** Compiles what changed; nothing to do takes about a second. @param {Screen} screen @param {AbortSignal} signal @param {readonly string[]} projects */
export async function build(screen, signal, projects) {
  const words = ['-b', ...projects, ...(screen.isTerminal ? ['--pretty'] : [])];
  const { code, output } = await screen.during('building', () =>
    runPackage('typescript', 'tsc', words, { signal }),
  );
  signal.throwIfAborted();
  if (code !== 0) throw new BuildFailed(`The build failed:\n${output}`);
}

/** Waits for its turn to change this checkout. @param {Screen} screen @param {AbortSignal} signal */
async function takeTurn(screen, signal) {
  const folder = path.join(workspaceRoot, 'dist');
  mkdirSync(folder, { recursive: true });
  for (let waitMs = 0; ; waitMs = 1_000) {
    signal.throwIfAborted();
    try {
      return await takeFolder(folder, { waitMs });
    } catch (error) {
      if (!(error instanceof FolderTaken)) throw error;
      if (waitMs === 0) screen.note(`waiting for process ${error.pid}, which prepares this checkout`);
    }
  }
}

/**
 * Packages and build of this checkout; a second start that comes meanwhile waits for its turn.
 * @param {Screen} screen @param {AbortSignal} signal
 * @param {readonly string[]} [projects] folders of what is to be built, with what they refer to; none = everything
 */
export async function prepareWorkspace(screen, signal, projects = []) {
  const claim = await takeTurn(screen, signal);
  try {
    await installPackages(screen, signal);
    await build(screen, signal, projects);
  } finally {
    claim.release();
  }
}
