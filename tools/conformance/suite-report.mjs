import path from 'node:path';

/**
 * What is read of the JSON report of Vitest.
 * @typedef {object} VitestReport
 * @property {{ name: string, message?: string, assertionResults: { title: string, status: string, failureMessages?: string[] }[] }[]} testResults
 */

/** @typedef {{ total: number, passed: number, failed: number, skipped: number, faults: string[] }} Verdict */

/**
 * Judges a run: every test of the part has to be there, to have run, and to have passed. Whatever is not `passed` and
 * not `failed` did not run.
 * @param {VitestReport} report @param {import('./suite-part.mjs').SuitePart} part
 * @returns {Verdict}
 */
export function judgeRun(report, part) {
  const files = report.testResults.filter(({ name }) => path.basename(name) === part.file);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const withStatus = (/** @type {string} */ status) => tests.filter(test => test.status === status);
  const passed = withStatus('passed').length;
  const failed = withStatus('failed');
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed');
  const broken = files.filter(({ assertionResults }) => assertionResults.length === 0);
  const foreign = report.testResults.filter(file => !files.includes(file));
  const faults = [
    ...failed.map(({ title, failureMessages = [] }) => `failed: ${title}\n${failureMessages.join('\n')}`),
    ...skipped.map(({ title, status }) => `did not run (${status}): ${title}`),
    ...broken.map(({ name, message = '' }) => `no test of ${name} ran: ${message}`),
    ...foreign.map(({ name }) => `another file ran: ${name}`),
    ...(tests.length < part.tests ? [`${tests.length} tests of ${part.file}, not ${part.tests}`] : []),
  ];
  return { total: tests.length, passed, failed: failed.length, skipped: skipped.length, faults };
}
