import { readSource } from '../check/source-tree.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */

/**
 * One rule of the specification.
 * @typedef {object} Clause
 * @property {string} id section and name, `3.2-aud`; tests name it as `[PACT-3.2-aud]`
 * @property {'MUST' | 'MUST NOT' | 'SHOULD' | 'MAY'} level
 * @property {'Provider' | 'personal agent' | 'both'} binds
 * @property {string} text shortened
 */

/** @typedef {{ specification: string, sections: { section: string, title: string, clauses: Clause[] }[] }} ClauseTable */

export const clauseFile = 'e2e/conformance/clauses.json';

const levels = new Set(['MUST', 'MUST NOT', 'SHOULD', 'MAY']);
const bound = new Set(['Provider', 'personal agent', 'both']);

/**
 * The clauses that tests have to name.
 * @param {SourceTree} tree
 * @returns {ClauseTable}
 * @throws {Error} when a clause is malformed or there twice
 */
export function readClauseTable(tree) {
  const table = /** @type {ClauseTable} */ (JSON.parse(readSource(tree, clauseFile)));
  const seen = new Set();
  for (const { section, clauses } of table.sections) {
    for (const { id, level, binds, text } of clauses) {
      const name = id.startsWith(`${section}-`) ? id.slice(section.length + 1) : '';
      const isSound = /^[a-z][a-z0-9-]*$/.test(name) && levels.has(level) && bound.has(binds) && text !== '';
      if (!isSound || seen.has(id))
        throw new Error(`${clauseFile}: clause ${JSON.stringify(id)} is malformed or a repetition`);
      seen.add(id);
    }
  }
  return table;
}

/** @param {ClauseTable} table @returns {Clause[]} */
export const allClauses = table => table.sections.flatMap(({ clauses }) => clauses);
