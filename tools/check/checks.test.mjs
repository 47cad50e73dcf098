import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { checks } from './checks.mjs';
import { readSourceTree } from './source-tree.mjs';

/** @type {string[]} */
const roots = [];
afterEach(() => roots.splice(0).forEach(root => rmSync(root, { recursive: true })));

/** @param {string} name @param {string[]} references */
const project = (name, references = []) => ({
  [`libs/${name}/project.json`]: '{}',
  [`libs/${name}/package.json`]: JSON.stringify({ name: `@surety/${name}` }),
  [`libs/${name}/tsconfig.json`]: JSON.stringify({
    references: references.map(one => ({ path: `../${one}` })),
  }),
});

/** A small workspace in which everything is as it should be. */
const sound = {
  'tsconfig.json': JSON.stringify({ references: [{ path: 'libs/a' }, { path: 'libs/b' }] }),
  'package-lock.json': JSON.stringify({
    packages: {
      '': {},
      'node_modules/x': { version: '1.0.0', integrity: 'sha512-…' },
      'node_modules/@surety/a': { link: true },
    },
  }),
  ...project('a', ['b']),
  ...project('b'),
  'libs/a/src/index.ts': `export { one } from './one';\nimport type { Two } from '@surety/b';\n`,
  'libs/a/src/one.ts': `import type { Index } from './index';\nexport const one = 1;\n`,
  'libs/a/src/one.spec.ts': `import { one } from './one';\nit('is one', () => expect(one).toBe(1));\n`,
  'libs/b/src/index.ts': `export interface Two { two: 2 }\n`,
  'libs/b/main.mjs': `import { tool } from '../../tools/a/tool.mjs';\ntool();\n`,
};

/** What each check finds in the sound workspace with these files changed. @param {Record<string, string>} changed */
function findingsWith(changed) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'surety-checks-'));
  roots.push(root);
  for (const [file, text] of Object.entries({ ...sound, ...changed })) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  const tree = readSourceTree(root);
  const all = checks.map(
    ({ name, check }) => /** @type {const} */ ([name, check(tree).map(one => `${one.file} ${one.message}`)]),
  );
  return new Map(all.filter(([, findings]) => findings.length > 0));
}

test('a sound workspace passes every check', () => {
  assert.deepEqual(findingsWith({}), new Map());
});

test('a spec may use a project that uses its own', () => {
  assert.deepEqual(
    findingsWith({ 'libs/b/src/two.spec.ts': `import { one } from '@surety/a';\n` }),
    new Map(),
  );
});

/** @type {{ breach: string, files: Record<string, string>, check: string, finding: RegExp }[]} */
const breaches = [
  {
    breach: 'two files that need each other at run time',
    files: { 'libs/a/src/one.ts': `import { index } from './index';\nexport const one = index;\n` },
    check: 'no import cycles',
    finding: /one\.ts -> libs\/a\/src\/index\.ts|index\.ts -> libs\/a\/src\/one\.ts/,
  },
  {
    breach: 'two projects that name each other, be it for types',
    files: {
      'libs/b/src/index.ts': `import type { One } from '@surety/a';\n`,
      ...project('b', ['a']),
    },
    check: 'no import cycles',
    finding: /libs\/a -> libs\/b -> libs\/a/,
  },
  {
    breach: 'a package imported by an inner path',
    files: { 'libs/a/src/one.ts': `import { two } from '@surety/b/src/two';\nexport const one = two;\n` },
    check: 'no imports past a public index',
    finding: /one\.ts imports @surety\/b\/src\/two/,
  },
  {
    breach: 'a relative import into another project',
    files: { 'libs/a/src/one.ts': `import { two } from '../../b/src/index';\nexport const one = two;\n` },
    check: 'no imports past a public index',
    finding: /one\.ts imports \.\.\/\.\.\/b/,
  },
  {
    breach: 'a tool imported by what is compiled',
    files: {
      'libs/a/src/one.ts': `import { tool } from '../../../tools/a/tool.mjs';\nexport const one = tool;\n`,
    },
    check: 'no imports past a public index',
    finding: /one\.ts imports \.\.\/\.\.\/\.\.\/tools/,
  },
  {
    breach: 'an import without a reference',
    files: project('a'),
    check: 'tsconfig references match the imports',
    finding: /libs\/a\/tsconfig\.json lacks a reference to libs\/b/,
  },
  {
    breach: 'a reference without an import',
    files: { 'libs/a/src/index.ts': `export { one } from './one';\n` },
    check: 'tsconfig references match the imports',
    finding: /refers to libs\/b, which it does not import/,
  },
  {
    breach: 'a project that the root does not build',
    files: { ...project('c'), 'libs/c/src/index.ts': 'export {};\n' },
    check: 'tsconfig references match the imports',
    finding: /libs\/c\/tsconfig\.json is not among/,
  },
  {
    breach: 'a file of 401 lines',
    files: { 'libs/b/src/long.ts': '//\n'.repeat(401) },
    check: 'no file over 400 lines',
    finding: /long\.ts has 401 lines/,
  },
  {
    breach: 'a file named after nothing',
    files: { 'libs/b/src/http-utils.ts': '' },
    check: 'files are named after what they are',
    finding: /http-utils\.ts has "utils"/,
  },
  {
    breach: 'a folder named after nothing',
    files: { 'libs/b/src/common/clock.ts': '' },
    check: 'files are named after what they are',
    finding: /common\/clock\.ts has "common"/,
  },
  ...[
    ['it', 'only'],
    ['describe', 'skip'],
    ['test', 'todo'],
    ['it', 'failing'],
  ].map(words => ({
    breach: `a test with ${words.join('.')}`,
    files: { 'libs/a/src/one.spec.ts': `${words.join('.')}('is one', () => {});\n` },
    check: 'no test is switched off',
    finding: new RegExp(`one\\.spec\\.ts:1 switches a test: ${words.join('.')}`),
  })),
  {
    breach: 'a test that is crossed out',
    files: { 'libs/a/src/one.spec.ts': `x${'it('}'is one', () => {});\n` },
    check: 'no test is switched off',
    finding: /one\.spec\.ts:1/,
  },
  {
    breach: 'a download address in the lockfile',
    files: {
      'package-lock.json': JSON.stringify({
        packages: { 'node_modules/x': { resolved: 'https://registry.example/x.tgz', integrity: 'sha512-…' } },
      }),
    },
    check: 'the lockfile carries no download address',
    finding: /node_modules\/x carries a download address/,
  },
  {
    breach: 'a package without a hash',
    files: { 'package-lock.json': JSON.stringify({ packages: { 'node_modules/x': { version: '1.0.0' } } }) },
    check: 'the lockfile carries no download address',
    finding: /node_modules\/x has no hash/,
  },
];

for (const { breach, files, check, finding } of breaches) {
  test(`${breach} breaks "${check}" and nothing else`, () => {
    const found = findingsWith(files);
    assert.match((found.get(check) ?? []).join('\n'), finding);
    assert.deepEqual([...found.keys()], [check]);
  });
}
