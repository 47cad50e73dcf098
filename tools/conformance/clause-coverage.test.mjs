import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { readSourceTree } from '../check/source-tree.mjs';
import { clauseFile, readClauseTable } from './clause-table.mjs';
import { checkClauses } from './clauses.mjs';
import { clauseCoverage } from './clause-coverage.mjs';
import { conformancePage, pageFile } from './conformance-page.mjs';
import { readTestTitles } from './test-titles.mjs';

/** @type {string[]} */
const roots = [];
afterEach(() => roots.splice(0).forEach(root => rmSync(root, { recursive: true })));

/** @param {string[]} ids */
const table = (...ids) =>
  JSON.stringify({
    specification: 'PACT 1.0',
    sections: [
      {
        section: '3.2',
        title: 'JWT',
        clauses: ids.map(id => ({ id, level: 'MUST', binds: 'Provider', text: 'A rule.' })),
      },
    ],
  });

/** @param {Record<string, string>} files */
function treeOf(files) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'surety-clauses-'));
  roots.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return readSourceTree(root);
}

const spec = 'libs/a/src/a.spec.ts';

/** @param {string} tests @param {string[]} ids */
async function faultsOf(tests, ...ids) {
  const files = { [clauseFile]: table(...ids), [spec]: tests };
  const tree = treeOf(files);
  const read = readClauseTable(tree);
  const page = await conformancePage(read, clauseCoverage(read, readTestTitles(spec, tests)).tests, []);
  const { faults } = await checkClauses(treeOf({ ...files, [pageFile]: page }));
  return faults;
}

test('a table whose clauses are all named by tests is sound', async () => {
  assert.deepEqual(await faultsOf(`it('refuses [PACT-3.2-aud]', () => {});`, '3.2-aud'), []);
});

test('a clause that no test names is a fault', async () => {
  assert.deepEqual(await faultsOf(`it('[PACT-3.2-aud]', () => {});`, '3.2-aud', '3.2-iss'), [
    'No test names [PACT-3.2-iss].',
  ]);
});

test('a group without tests, a comment and a string name nothing', async () => {
  const tests = `describe('[PACT-3.2-aud]', () => {});\n// it('[PACT-3.2-aud]')\nconst a = '[PACT-3.2-aud]';`;
  assert.deepEqual(await faultsOf(tests, '3.2-aud'), ['No test names [PACT-3.2-aud].']);
});

test('a tag that names no clause is a fault', async () => {
  const faults = await faultsOf(`it('[PACT-3.2-aud] [PACT-3.2-aux]', () => {});`, '3.2-aud');
  assert.equal(faults.length, 1);
  assert.match(faults[0] ?? '', /no clause is called \[PACT-3\.2-aux\]/);
});

test('a page that is not up to date is a fault', async () => {
  const files = { [clauseFile]: table('3.2-aud'), [spec]: `it('[PACT-3.2-aud]', () => {});` };
  for (const page of [undefined, '# Conformance\n']) {
    const tree = treeOf(page === undefined ? files : { ...files, [pageFile]: page });
    assert.match((await checkClauses(tree)).faults.join(), /not up to date/);
  }
});

test('a malformed or repeated clause is refused', () => {
  for (const ids of [['3.2-aud', '3.2-aud'], ['3.3-aud'], ['3.2-'], ['3.2-Aud']]) {
    assert.throws(
      () => readClauseTable(treeOf({ [clauseFile]: table(...ids) })),
      /malformed or a repetition/,
    );
  }
});

test('titles are read with their groups, from tables and from templates', () => {
  const titles = readTestTitles(
    spec,
    `describe('group [PACT-3.2-aud]', () => {
      it('one', () => {});
      it.each([[1]])('two %s', () => {});
      describe.each(rows)('inner', () => { test(\`three \${x} end\`, async () => {}); });
    });
    const other = it2('no test', () => {});`,
  );
  assert.deepEqual(
    titles.map(({ title }) => title),
    [
      'group [PACT-3.2-aud] › one',
      'group [PACT-3.2-aud] › two %s',
      'group [PACT-3.2-aud] › inner › three … end',
    ],
  );
});
