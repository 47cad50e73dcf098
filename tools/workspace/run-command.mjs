import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { workspaceRoot } from './root.mjs';

/**
 * @typedef {object} CommandResult
 * @property {number} code the exit code; 1 when a signal ended it or it could not be started
 * @property {string} output what it printed, both streams in the order they came
 */

/**
 * Runs a program, in the checkout unless said otherwise, and collects what it prints.
 * @param {string} program
 * @param {readonly string[]} words
 * @param {object} [options]
 * @param {string} [options.cwd] instead of the checkout
 * @param {NodeJS.ProcessEnv} [options.env] instead of our own environment
 * @param {AbortSignal} [options.signal] ends the program
 * @param {(chunk: string) => void} [options.onOutput] sees the output while it comes
 * @returns {Promise<CommandResult>}
 */
export function runCommand(
  program,
  words,
  { cwd = workspaceRoot, env = process.env, signal, onOutput } = {},
) {
  return new Promise(resolve => {
    const child = spawn(program, words, {
      cwd,
      env,
      signal,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    /** @param {string} chunk */
    const take = chunk => {
      output += chunk;
      onOutput?.(chunk);
    };
    child.stdout.setEncoding('utf8').on('data', take);
    child.stderr.setEncoding('utf8').on('data', take);
    child.once('error', error => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.once('close', code => resolve({ code: code ?? 1, output }));
  });
}

/**
 * Runs a program that an installed package brings, with the Node we run on.
 * @param {string} packageName
 * @param {string} program
 * @param {readonly string[]} words
 * @param {Parameters<typeof runCommand>[2]} [options]
 */
export function runPackage(packageName, program, words, options) {
  const manifest = createRequire(import.meta.url).resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  const script = path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin[program]);
  return runCommand(process.execPath, [script, ...words], options);
}

/** Runs npm, the one that we were called by if any, so that its version and settings are the same. @param {readonly string[]} words @param {Parameters<typeof runCommand>[2]} [options] */
export function runNpm(words, options) {
  const { npm_execpath: script } = process.env;
  const isNpm = script !== undefined && /npm-cli\.c?js$/.test(script);
  return isNpm
    ? runCommand(process.execPath, [script, ...words], options)
    : runCommand('npm', words, options);
}
