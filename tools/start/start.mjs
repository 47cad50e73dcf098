import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { FolderTaken, isAbandoned, takeFolder } from '../process/folder-owner.mjs';
import { removeDataFolder, temporaryDataFolder } from '../postgres/temporary-folder.mjs';
import { PreparationFailed, prepareWorkspace } from '../workspace/prepare.mjs';
import { Screen } from '../workspace/screen.mjs';
import { Interrupted, aborted, interruptions } from './interruption.mjs';
import { UsageError, help, readOptions } from './options.mjs';
import { Stack } from './stack.mjs';
import { welcome } from './welcome.mjs';

/** @typedef {import('./options.mjs').StartOptions} StartOptions */

const patienceMs = 5_000;

/** What runs, and the program that talks to it. */
const builtProjects = [
  'apps/provider-api',
  'apps/authorization-server',
  'apps/admin-api',
  'apps/sandbox',
  'apps/cli',
];

/**
 * The data folder, held by this process alone.
 * @param {StartOptions} options
 * @returns {Promise<{ folder: string, claim: import('../process/folder-owner.mjs').FolderClaim, remove: () => void }>}
 */
async function openDataDir({ dataDir, ephemeral }) {
  if (dataDir === undefined) return temporaryDataFolder();
  if (ephemeral && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new UsageError(
      `--ephemeral would remove ${dataDir}, which holds something. Name a folder that does not exist.`,
    );
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  // It holds keys, and may lie inside a checkout.
  writeFileSync(path.join(dataDir, '.gitignore'), '*\n');
  const claim = await takeFolder(dataDir, { waitMs: patienceMs });
  return { folder: dataDir, claim, remove: () => ephemeral && removeDataFolder(dataDir) };
}

/** What a killed stack left must not be taken for ours while we install and build. @param {string | undefined} dataDir */
function removeStaleDescriptor(dataDir) {
  if (dataDir !== undefined && isAbandoned(dataDir))
    rmSync(path.join(dataDir, 'stack.json'), { force: true });
}

/** Runs the stack until a signal or until something in it fails. @param {Stack} stack @param {StartOptions} options @param {AbortSignal} signal */
async function runStack(stack, options, signal) {
  const descriptor = await stack.start(signal);
  stack.screen.line(welcome(stack, descriptor, options));
  await Promise.race([stack.failed, aborted(signal)]);
}

/**
 * `npm start` from the data folder on: up, wait, down.
 * @param {StartOptions} options @param {Screen} screen @param {AbortSignal} signal @param {(stack: Stack) => void} onStack
 */
async function serve(options, screen, signal, onStack) {
  const { folder, claim, remove } = await openDataDir(options);
  try {
    const stack = new Stack({ dataDir: folder, portBase: options.portBase, claim, screen });
    onStack(stack);
    try {
      await runStack(stack, options, signal);
    } finally {
      await screen.during('stopping', () => stack.stop());
    }
  } finally {
    claim.release();
    remove();
  }
}

/** Faults whose message says all there is to say; anything else is a fault of ours and keeps its stack. @param {unknown} error */
function inWords(error) {
  const isPlain =
    error instanceof UsageError || error instanceof FolderTaken || error instanceof PreparationFailed;
  if (isPlain) return error.message;
  return error instanceof Error ? (process.env.SURETY_TRACE ? error.stack : error.message) : String(error);
}

/**
 * @param {string[]} words of the command line
 * @returns {Promise<number>} the exit code: 0 after an orderly stop, 1 when something failed, 2 for wrong options
 */
export async function start(words) {
  const screen = new Screen();
  /** @type {Stack | undefined} */
  let stack;
  const signal = interruptions(() => {
    screen.line('Ending at once.');
    stack?.kill();
    process.exit(1);
  });
  try {
    const options = readOptions(words, process.cwd());
    if (options === 'help') {
      screen.line(help);
      return 0;
    }
    removeStaleDescriptor(options.dataDir);
    await prepareWorkspace(screen, signal, builtProjects);
    await serve(options, screen, signal, running => (stack = running));
  } catch (error) {
    if (error instanceof Interrupted || (signal.aborted && signal.reason === error)) return 0;
    screen.line(`\n${inWords(error)}`);
    return error instanceof UsageError ? 2 : 1;
  }
  return 0;
}
