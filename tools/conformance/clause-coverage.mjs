import { allClauses } from './clause-table.mjs';

/** @typedef {import('./clause-table.mjs').ClauseTable} ClauseTable */
/** @typedef {import('./test-titles.mjs').TestTitle} TestTitle */

/** A clause of PACT by its number, one of an RFC by the name of the RFC as well. */
const tag = /\[(?:PACT-|(?=RFC\d+-))([^\]]*)\]/g;

/** A clause as a title names it. @param {string} id */
const tagOf = id => (id.startsWith('RFC') ? `[${id}]` : `[PACT-${id}]`);

/** The clauses that a title names. @param {string} title */
export const namedClauses = title => [...title.matchAll(tag)].map(match => match[1] ?? '');

/** A title without its tags. @param {string} title */
export const plainTitle = title => title.replace(tag, '').replace(/\s+/g, ' ').trim();

/**
 * Which tests name which clause, and what is wrong with it.
 * @param {ClauseTable} table
 * @param {readonly TestTitle[]} titles
 * @returns {{ tests: Map<string, TestTitle[]>, faults: string[] }} tests by clause id, in the order of the table
 */
export function clauseCoverage(table, titles) {
  /** @type {Map<string, TestTitle[]>} */
  const tests = new Map(allClauses(table).map(({ id }) => [id, []]));
  /** @type {string[]} */
  const faults = [];
  for (const test of titles) {
    for (const id of new Set(namedClauses(test.title))) {
      const named = tests.get(id);
      if (named === undefined) faults.push(`${test.file}: no clause is called ${tagOf(id)}: ${test.title}`);
      else named.push(test);
    }
  }
  for (const [id, named] of tests) {
    if (named.length === 0) faults.push(`No test names ${tagOf(id)}.`);
  }
  return { tests, faults };
}
