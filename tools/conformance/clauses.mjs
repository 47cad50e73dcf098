import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readIfThere, readSourceTree } from '../check/source-tree.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { clauseCoverage } from './clause-coverage.mjs';
import { allClauses, readClauseTable } from './clause-table.mjs';
import { conformancePage, pageFile } from './conformance-page.mjs';
import { readRecordedRuns } from './recorded-run.mjs';
import { allTestTitles } from './test-titles.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */

/**
 * The page of a checkout, and what is wrong with the tags of its tests.
 * @param {SourceTree} tree
 */
async function readConformance(tree) {
  const table = readClauseTable(tree);
  const { tests, faults } = clauseCoverage(table, allTestTitles(tree));
  return {
    page: await conformancePage(table, tests, readRecordedRuns(tree)),
    faults,
    clauses: allClauses(table).length,
  };
}

/**
 * What `npm test` asks: is every clause named by a test, every tag a clause, and the page on disk this one?
 * @param {SourceTree} tree
 * @returns {Promise<{ clauses: number, faults: string[] }>}
 */
export async function checkClauses(tree) {
  const { page, faults, clauses } = await readConformance(tree);
  const isCurrent = readIfThere(tree, pageFile) === page;
  const stale = `${pageFile} is not up to date: node tools/conformance/clauses.mjs --write`;
  return { clauses, faults: isCurrent ? faults : [...faults, stale] };
}

/** @param {string[]} words @returns {Promise<number>} the exit code */
async function main(words) {
  const [word] = words;
  const tree = readSourceTree(workspaceRoot);
  if (words.length !== 1 || (word !== '--write' && word !== '--check')) {
    console.error('node tools/conformance/clauses.mjs --write | --check');
    return 2;
  }
  if (word === '--write') {
    const { page, faults } = await readConformance(tree);
    writeFileSync(path.join(workspaceRoot, pageFile), page);
    faults.forEach(fault => console.error(fault));
    return faults.length === 0 ? 0 : 1;
  }
  const { clauses, faults } = await checkClauses(tree);
  faults.forEach(fault => console.error(fault));
  console.log(`${clauses} clauses, ${faults.length} faults`);
  return faults.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main(process.argv.slice(2));
