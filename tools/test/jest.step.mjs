import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runPackage } from '../workspace/run-command.mjs';

/** @typedef {import('./tally.mjs').StepResult} StepResult */

const mostWorkers = 8;

/**
 * Reads Jest's own report. Suites that could not even be loaded, and tests that did not run, have failed.
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *   numRuntimeErrorTestSuites: number, numTotalTests: number }} report
 * @param {number} code exit code of Jest
 * @returns {StepResult}
 */
export function readJestReport(report, code) {
  const notRun = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + notRun;
  const output = notRun > 0 ? `${notRun} tests were switched off.` : undefined;
  if (failed === 0 && code !== 0)
    return { passed: report.numPassedTests, failed: 1, output: `Jest ended with code ${code}.` };
  if (report.numTotalTests === 0) return { passed: 0, failed: failed || 1, output: 'No test was found.' };
  return { passed: report.numPassedTests, failed, output };
}

/**
 * One Jest run.
 * @param {string[]} words
 * @param {import('./steps.mjs').StepContext} context
 * @returns {Promise<StepResult>}
 */
export async function jest(words, { env, signal, screen }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-jest-'));
  const file = path.join(folder, 'report.json');
  const workers = words.includes('--runInBand')
    ? []
    : [`--maxWorkers=${Math.min(os.availableParallelism(), mostWorkers)}`];
  try {
    const { code } = await runPackage(
      'jest',
      'jest',
      [...words, ...workers, '--json', `--outputFile=${file}`],
      {
        env,
        signal,
        onOutput: chunk => screen.stream.write(chunk),
      },
    );
    if (!existsSync(file))
      return { passed: 0, failed: 1, output: `Jest ended with code ${code} and no report.` };
    return readJestReport(JSON.parse(readFileSync(file, 'utf8')), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
