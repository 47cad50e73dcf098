import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../workspace/run-command.mjs';

/**
 * Reads the summary lines that end a TAP report of Node's test runner.
 * @param {string} tap
 * @returns {import('./tally.mjs').StepResult}
 */
export function readTap(tap) {
  const count = (/** @type {string} */ name) =>
    Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(tap)?.[1] ?? NaN);
  const passed = count('pass');
  const failed = count('fail') + count('cancelled') + count('skipped') + count('todo');
  if (Number.isNaN(passed + failed))
    return { passed: 0, failed: 1, output: 'The test runner ended without a summary.' };
  return { passed, failed };
}

/**
 * Runs the tests of the tools themselves, which cannot depend on what they install.
 * @param {string[]} files
 * @param {import('./steps.mjs').StepContext} context
 */
export async function nodeTests(files, { env, signal, screen }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-tap-'));
  const tap = path.join(folder, 'report.tap');
  const reporters = [
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${tap}`,
  ];
  try {
    const { code } = await runCommand(process.execPath, ['--test', ...reporters, ...files], {
      env,
      signal,
      onOutput: chunk => screen.stream.write(chunk),
    });
    const result = readTap(readFileSync(tap, 'utf8'));
    return code !== 0 && result.failed === 0
      ? { ...result, failed: 1, output: `It ended with code ${code}.` }
      : result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
