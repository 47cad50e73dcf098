import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readIfThere } from '../check/source-tree.mjs';

/**
 * Where a copy of the public suite comes from.
 * @typedef {{ repository: string, commits: Record<string, string> }} SuiteSource commits by path
 */

/**
 * One run of the public suite, as the page shows it.
 * @typedef {object} RecordedRun
 * @property {string} part
 * @property {string} date of the run, day only
 * @property {{ total: number, passed: number, failed: number, skipped: number }} result
 * @property {SuiteSource} source
 * @property {string[]} notes
 */

export const recordFile = 'e2e/conformance/public-suite-runs.json';

/** @param {import('../check/source-tree.mjs').SourceTree} tree @returns {RecordedRun[]} */
export function readRecordedRuns(tree) {
  return JSON.parse(readIfThere(tree, recordFile) ?? '[]');
}

/**
 * The runs with this one in the place of an earlier one of its part.
 * @param {readonly RecordedRun[]} runs @param {RecordedRun} run
 */
export function withRun(runs, run) {
  return [...runs.filter(({ part }) => part !== run.part), run];
}

/**
 * What a folder says about its origin: a file `source.json` in it, else its Git checkout.
 * @param {string} folder
 * @returns {SuiteSource & { notes: string[] }}
 */
export function suiteSource(folder) {
  const file = path.join(folder, 'source.json');
  if (existsSync(file)) return { notes: [], ...JSON.parse(readFileSync(file, 'utf8')) };
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', folder, ...words], { encoding: 'utf8' }).trim();
  const changed =
    git('status', '--porcelain', '--untracked-files=no') === '' ? [] : ['The copy was changed.'];
  return {
    repository: git('remote', 'get-url', 'origin'),
    commits: { '.': git('rev-parse', 'HEAD') },
    notes: changed,
  };
}
