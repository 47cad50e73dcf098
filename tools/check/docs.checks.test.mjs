import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { docsCommands } from './docs-commands.check.mjs';
import { docsErrors } from './docs-errors.check.mjs';
import { docsExamples } from './docs-examples.check.mjs';
import { docsLinks } from './docs-links.check.mjs';
import { docsSettings } from './docs-settings.check.mjs';
import { docsTests } from './docs-tests.check.mjs';
import { readSourceTree } from './source-tree.mjs';

/** @type {string[]} */
const roots = [];
after(() => roots.forEach(root => rmSync(root, { recursive: true })));

const fence = '```';
/** @param {string} language @param {string} text */
const block = (language, text) => `${fence}${language}\n${text}\n${fence}\n`;

const settingsClass = `
const MOST = 10;
export class Settings {
  /** How many. */
  @Variable('SURETY_COUNT', toInteger)
  @IsInt()
  @Min(1)
  @Max(MOST * 2)
  count: number = 3;
}
`;
const settingsTable = [
  '| Variable | Default | Values | Meaning |',
  '|---|---|---|---|',
  '| `SURETY_COUNT` | `3` | a whole number from 1 to 20 | How many. |',
].join('\n');

/** Small documents in which everything is as it should be. @type {Record<string, string>} */
const sound = {
  'package.json': JSON.stringify({ scripts: { start: 'x', bench: 'x' } }),
  'README.md': `# One\n\nSee [two](docs/two.md#the-2nd-part-again), [code](libs/), [out](https://example.org/x).\n\nNot a \`[link](nowhere)\`.\n`,
  'docs/two.md': `## The 2nd \`part\`, again?\n\n[back](../README.md#one)\n\n${block('sh', 'npm start\nnode libs/a.js; npx surety pa add --name "a # b" | cat --all')}`,
  'docs/reference/cli.md': [
    '## Options of every command',
    '| `--json` | one document |',
    '## Commands',
    '### `surety pa add`',
    '| `--name <text>` | its name |',
    '| `--state <a\\|b>` | its state |',
    '### `surety card`',
    '| `[brand]` | a Brand |',
  ].join('\n\n'),
  'docs/guides/one.md': `Type \`surety card --json\`.\n\n<!-- from libs/a.js -->\n\n${block('js', 'const a = 1;')}${block('json', '{"a": 1}')}`,
  'libs/a.js': 'const a = 1;\nconst b = 2;\n',
  'libs/a.spec.ts': `it('holds', () => {});`,
  'docs/three.md': '| x | [a](../libs/a.spec.ts): "holds" |\n',
};

/** What a check finds in the sound documents with these files changed. @param {(tree: import('./source-tree.mjs').SourceTree) => import('./source-tree.mjs').Finding[]} check @param {Record<string, string>} changed */
function findings(check, changed) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'surety-docs-'));
  roots.push(root);
  for (const [file, text] of Object.entries({ ...sound, ...changed })) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return check(readSourceTree(root)).map(({ file, message }) => `${file} ${message}`);
}

for (const check of [docsLinks, docsTests, docsCommands, docsExamples, docsErrors, docsSettings]) {
  test(`${check.name} finds nothing in sound documents`, () => {
    assert.deepEqual(findings(check, {}), []);
  });
}

/** @type {[string, typeof docsLinks, string, string, RegExp][]} */
const breaches = [
  ['a file that is not there', docsLinks, 'docs/x.md', '[x](two.txt)', /x\.md:1 links to docs\/two\.txt/],
  ['a folder that is not there', docsLinks, 'docs/x.md', '\n[x](../apps/)', /x\.md:2 links to apps\//],
  ['another letter case', docsLinks, 'docs/x.md', '[x](Two.md)', /links to docs\/Two\.md/],
  [
    'an anchor that is not there',
    docsLinks,
    'docs/x.md',
    '[x](two.md#third)',
    /links to #third, which docs\/two\.md/,
  ],
  ['an anchor of its own page', docsLinks, 'docs/x.md', '# X\n\n[x](#y)', /links to #y/],
  ['a definition', docsLinks, 'docs/x.md', '[x][y]\n\n[y]: gone.md', /links to docs\/gone\.md/],
  [
    'a test that is not there',
    docsTests,
    'docs/x.md',
    '\n[a](../libs/a.spec.ts): "breaks"',
    /x\.md:2 libs\/a\.spec\.ts has no test "breaks"/,
  ],
  ['a test without a title', docsTests, 'docs/x.md', '[a](../libs/a.spec.ts): ""', /has no test/],
  [
    'a test of a lost file',
    docsTests,
    'docs/x.md',
    '[a](../libs/b.spec.ts): "holds"',
    /b\.spec\.ts has no test/,
  ],
  [
    'an unknown command',
    docsCommands,
    'docs/x.md',
    block('sh', 'npx surety pa remove 1'),
    /"surety pa remove 1"/,
  ],
  ['an unknown command in a sentence', docsCommands, 'docs/x.md', 'Use `surety cards`.', /"surety cards"/],
  [
    'an unknown option',
    docsCommands,
    'docs/x.md',
    block('sh', 'surety card x --name y'),
    /"surety card" with --name/,
  ],
  [
    'an option on the next line',
    docsCommands,
    'docs/x.md',
    block('sh', 'surety card \\\n  --nam y'),
    /with --nam/,
  ],
  [
    'a command after a pipe',
    docsCommands,
    'docs/x.md',
    block('sh', 'cat x | surety nothing'),
    /"surety nothing"/,
  ],
  ['an unknown script', docsCommands, 'docs/x.md', block('sh', 'npm run benches'), /"npm run benches"/],
  ['an unknown program', docsCommands, 'docs/x.md', block('sh', 'node tools/x.mjs'), /"node tools\/x\.mjs"/],
  [
    'a program that changed',
    docsExamples,
    'docs/guides/x.md',
    `<!-- from libs/a.js -->\n${block('js', 'const a = 2;')}`,
    /x\.md:2 shows libs\/a\.js otherwise/,
  ],
  ['a program from nowhere', docsExamples, 'docs/guides/x.md', block('ts', 'const a = 2;'), /no test runs/],
  ['a program of a lost file', docsExamples, 'x.md', `<!-- from b.js -->\n${block('js', 'x')}`, /not there/],
  ['JSON that is none', docsExamples, 'docs/guides/x.md', block('json', '{"a": …}'), /JSON that is none/],
  [
    'a class without its page',
    docsSettings,
    'libs/platform/src/settings/settings.ts',
    settingsClass,
    /not up to date/,
  ],
];

for (const [breach, check, file, text, finding] of breaches) {
  test(`${check.name} finds ${breach}`, () => {
    const found = findings(check, { [file]: text });
    assert.equal(found.length, 1, found.join('\n'));
    assert.match(found[0] ?? '', finding);
  });
}

test('docsSettings reads names, defaults, bounds and docstrings of the class', async () => {
  const { settingsPage, settingsPageFile } = await import('../docs/settings-page.mjs');
  const root = mkdtempSync(path.join(os.tmpdir(), 'surety-docs-'));
  roots.push(root);
  mkdirSync(path.join(root, 'libs/platform/src/settings'), { recursive: true });
  writeFileSync(path.join(root, 'libs/platform/src/settings/settings.ts'), settingsClass);
  const page = settingsPage(readSourceTree(root)) ?? '';
  assert.ok(page.includes(settingsTable), page);
  const both = { 'libs/platform/src/settings/settings.ts': settingsClass, [settingsPageFile]: page };
  assert.deepEqual(findings(docsSettings, both), []);
});

test('docsErrors wants each code of the code once, with its status', () => {
  const code = {
    'libs/a2a/src/a2a-error.ts': `export const A2A_REASONS = { ONE: { http: 400 }, TWO: { http: 404 } } as const;`,
    'apps/admin-api/src/problem/problem.ts': `export const PROBLEMS = { gone: { status: 410 } };`,
    'libs/agents/src/config-faults.ts': `export type ConfigFaultCode = 'url';`,
    'libs/agents/src/port.ts': `export type AgentFailureCode = 'timeout' | 'threw';`,
  };
  const page = (/** @type {string[]} */ reasons) =>
    [
      ['## Reasons', ...reasons],
      ['## Problems', '| `gone` | 410 | it went |'],
      ['## Agent settings', '| `url` | no URL |'],
      ['### Agent failures', '| `timeout` | late |', '| `threw` | broken |'],
    ]
      .flat()
      .join('\n');
  const one = '| `ONE` | 400 | one |';
  const two = '| `TWO` | 404 | two |';
  const found = (/** @type {string[]} */ ...reasons) =>
    findings(docsErrors, { ...code, 'docs/reference/errors.md': page(reasons) }).join();
  assert.equal(found(one, two), '');
  assert.match(found(one), /lacks TWO/);
  assert.match(found(one, two, '| `THREE` | 400 | three |'), /names THREE/);
  assert.match(found(one, '| `TWO` | 400 | two |'), /does not say 404 of TWO/);
});
