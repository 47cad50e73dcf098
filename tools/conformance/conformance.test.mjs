import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { Screen } from '../workspace/screen.mjs';
import { readWords, runSuite } from './conformance.mjs';
import { suiteSource, withRun } from './recorded-run.mjs';
import { SuiteFolder, SuiteUnusable } from './suite-folder.mjs';
import { suiteParts } from './suite-part.mjs';

const part = suiteParts[0] ?? assert.fail('there is no part');

/** @type {string[]} */
const folders = [];
afterEach(() => folders.splice(0).forEach(folder => rmSync(folder, { recursive: true })));

function temporary() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-fake-suite-'));
  folders.push(folder);
  return folder;
}

/** @param {string} file @param {string} text */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** A runner that reads a test file of lines `status title` and writes the report that Vitest would. */
const runner = `
import { readFileSync, writeFileSync } from 'node:fs';
const [, file] = process.argv.slice(2);
const out = process.argv.find(word => word.startsWith('--outputFile.json=')).split('=')[1];
const lines = readFileSync(file, 'utf8').split('\\n').filter(Boolean);
if (lines[0] === 'crash') process.exit(1);
const assertionResults = lines[0] === 'broken' ? [] : lines.map(line => {
  const [status, ...title] = line.split(' ');
  const asked = title[0] === 'env' ? process.env[title[1]] === title[2] : true;
  return { status: asked ? status : 'failed', title: title.join(' '), failureMessages: [] };
});
writeFileSync(out, JSON.stringify({ testResults: [{ name: process.cwd() + '/' + file, message: 'no', assertionResults }] }));
`;

/** A copy of the public suite in which the tests end as told. @param {string[]} lines */
function fakeSuite(lines) {
  const folder = temporary();
  write(path.join(folder, 'e2e', part.file), lines.join('\n'));
  const vitest = path.join(folder, 'node_modules', 'vitest');
  write(
    path.join(vitest, 'package.json'),
    JSON.stringify({ name: 'vitest', bin: { vitest: './vitest.mjs' } }),
  );
  write(path.join(vitest, 'vitest.mjs'), runner);
  return new SuiteFolder(folder, part);
}

const brand = (/** @type {string} */ id) => ({ id, name: id, cardUrl: '', interfaceUrl: '' });
const descriptor = {
  version: 1,
  provider: { url: 'http://localhost:1', audience: 'a' },
  authorizationServer: { url: 'http://localhost:1' },
  admin: { url: 'http://localhost:2', token: '' },
  sandbox: {
    brands: ['b1', 'b2'].map(brand),
    delegatedBrand: { ...brand('b3'), user: { email: 'u@b.example', password: 'p' } },
    personalAgent: { issuer: 'i', jwksUri: '', audience: 'a', privateJwk: { kty: 'EC' } },
    disabledPersonalAgent: { issuer: 'i/disabled-pa' },
  },
};

/** @param {SuiteFolder} suite */
function verdictOf(suite) {
  const screen = new Screen({ write: () => true });
  const context = { env: { PATH: process.env.PATH }, signal: AbortSignal.timeout(20_000), screen };
  return runSuite(suite, context, (_context, work) => work(descriptor));
}

const tenPassed = Array.from({ length: part.tests }, (_, index) => `passed test ${index + 1}`);

test('a suite of which every test ran and passed is a success', async () => {
  const verdict = await verdictOf(fakeSuite(tenPassed));
  assert.deepEqual(verdict, { total: 10, passed: 10, failed: 0, skipped: 0, faults: [] });
});

test('the suite is told the stack', async () => {
  const names = [
    'PROVIDER_URL http://localhost:1',
    'E2E_PROVIDER any',
    'CUSTOMER_ID b1',
    'OTHER_CUSTOMER_ID b2',
  ];
  const asked = [...names, 'PA_ISSUER i', 'PA_AUDIENCE a', 'PA_PRIVATE_JWK {"kty":"EC"}'];
  const lines = asked.map(line => `passed env ${line}`);
  assert.deepEqual((await verdictOf(fakeSuite([...lines, ...tenPassed.slice(lines.length)]))).faults, []);
});

/** @type {[name: string, lines: string[], fault: RegExp][]} */
const bad = [
  ['one fails', [...tenPassed.slice(1), 'failed one'], /failed: one/],
  ['one is skipped', [...tenPassed.slice(1), 'skipped one'], /did not run \(skipped\): one/],
  ['one is pending', [...tenPassed, 'pending more'], /did not run \(pending\): more/],
  ['one is to be written', [...tenPassed, 'todo more'], /did not run \(todo\): more/],
  ['one is missing', tenPassed.slice(1), /9 tests of pact\.test\.ts, not 10/],
  ['the file cannot be loaded', ['broken'], /no test of .* ran: no/],
];
for (const [name, lines, fault] of bad) {
  test(`a suite is no success when ${name}`, async () => {
    assert.match((await verdictOf(fakeSuite(lines))).faults.join('\n'), fault);
  });
}

test('a runner that ends without a report is no success', async () => {
  await assert.rejects(verdictOf(fakeSuite(['crash'])), SuiteUnusable);
});

test('a folder without the test file is refused', () => {
  assert.throws(() => new SuiteFolder(temporary(), part), SuiteUnusable);
});

test('a suite without its packages is installed in its own folder', async () => {
  const folder = temporary();
  write(path.join(folder, part.file), tenPassed.join('\n'));
  const bin = temporary();
  const npm = path.join(bin, 'npm');
  const place = 'node_modules/vitest';
  const install = `mkdir -p ${place}; echo '{"bin":"./v.mjs"}' > ${place}/package.json; cp "$(dirname "$0")/v.mjs" ${place}/`;
  write(path.join(bin, 'v.mjs'), runner);
  write(npm, `#!/bin/sh\n[ "$1" = install ] || exit 1\n${install}\n`);
  chmodSync(npm, 0o755);
  const suite = new SuiteFolder(folder, part);
  const env = { PATH: `${bin}:${process.env.PATH}` };
  await suite.install({ env, signal: AbortSignal.timeout(20_000) });
  assert.ok(existsSync(path.join(folder, place, 'v.mjs')));
  assert.deepEqual((await verdictOf(suite)).faults, []);
});

test('the command line names one folder and a known part', () => {
  assert.deepEqual(readWords(['dir']), { folder: 'dir', part, record: false });
  assert.deepEqual(readWords(['dir', '--part', part.name, '--record'])?.record, true);
  for (const words of [[], ['a', 'b'], ['dir', '--part', 'x'], ['dir', '--fast']]) {
    assert.equal(readWords(words), undefined);
  }
});

test('a recorded run takes the place of the earlier one of its part', () => {
  const run = (/** @type {string} */ name, /** @type {string} */ date) => ({
    part: name,
    date,
    result: { total: 1, passed: 1, failed: 0, skipped: 0 },
    source: { repository: 'r', commits: {} },
    notes: [],
  });
  const runs = withRun([run('identity', '1'), run('other', '1')], run('identity', '2'));
  assert.deepEqual(
    runs.map(({ part: name, date }) => `${name} ${date}`),
    ['other 1', 'identity 2'],
  );
});

test('a copy says in a file where it comes from', () => {
  const folder = temporary();
  write(path.join(folder, 'source.json'), JSON.stringify({ repository: 'r', commits: { a: '1' } }));
  assert.deepEqual(suiteSource(folder), { repository: 'r', commits: { a: '1' }, notes: [] });
});
