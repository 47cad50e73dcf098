import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readJestReport } from './jest.step.mjs';
import { readTap } from './node-test.step.mjs';
import { Tally, oneCheck } from './tally.mjs';
import { testEnvironment } from './test-environment.mjs';

const clean = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  numTotalTests: 3,
};

test('a clean Jest run counts its tests', () => {
  assert.deepEqual(readJestReport(clean, 0), { passed: 3, failed: 0, output: undefined });
});

/** @type {[string, Partial<typeof clean>, number, number][]} */
const badRuns = [
  ['a failed test', { numFailedTests: 2 }, 1, 2],
  ['a suite that does not load', { numRuntimeErrorTestSuites: 1 }, 1, 1],
  ['a test that is switched off', { numPendingTests: 1, numTodoTests: 1 }, 0, 2],
  ['a run without any test', { numPassedTests: 0, numTotalTests: 0 }, 0, 1],
  ['a run that ends badly after its last test', {}, 1, 1],
];
for (const [name, change, code, failed] of badRuns) {
  test(`${name} makes the Jest run fail`, () => {
    assert.equal(readJestReport({ ...clean, ...change }, code).failed, failed);
  });
}

test('a report of node:test counts what failed, was cancelled or did not run', () => {
  const tap = '# pass 7\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n';
  assert.deepEqual(readTap(tap), { passed: 7, failed: 4 });
  assert.equal(readTap('TAP version 13\n').failed, 1);
});

test('the last line sums up all steps, and a run without any is red', () => {
  const tally = new Tally();
  assert.equal(tally.lastLine(), '0 passed, 1 failed');
  assert.equal(tally.isGreen, false);
  tally.add('lint', 1, oneCheck(true, ''));
  tally.add('unit', 2, { passed: 40, failed: 0 });
  assert.equal(tally.lastLine(), '41 passed, 0 failed');
  assert.equal(tally.isGreen, true);
  tally.add('e2e', 3, oneCheck(false, 'why'));
  assert.equal(tally.lastLine(), '41 passed, 1 failed');
  assert.equal(tally.isGreen, false);
});

test('tests see no server and no setting of the person who runs them', () => {
  const env = testEnvironment({
    PATH: '/bin',
    DATABASE_URL: 'x',
    REDIS_URL: 'x',
    SURETY_OPEN_MODE: 'true',
    SURETY_TEST_DATABASE_URL: 'y',
  });
  assert.deepEqual(env, { PATH: '/bin', SURETY_TEST_DATABASE_URL: 'y', NX_DAEMON: 'false' });
});
