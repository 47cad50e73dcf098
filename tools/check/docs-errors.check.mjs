import { keysOf, literalsOf } from '../docs/code-tables.mjs';
import { readPage } from '../docs/markdown.mjs';
import { readIfThere } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

const page = 'docs/reference/errors.md';

/** Sections of the page whose first column is a table of the code. */
const tables = [
  { section: 'Reasons', codes: keysOf('libs/a2a/src/a2a-error.ts', 'A2A_REASONS') },
  { section: 'Problems', codes: keysOf('apps/admin-api/src/problem/problem.ts', 'PROBLEMS') },
  { section: 'Agent settings', codes: literalsOf('libs/agents/src/config-faults.ts', 'ConfigFaultCode') },
  { section: 'Agent failures', codes: literalsOf('libs/agents/src/port.ts', 'AgentFailureCode') },
];

/** The rows of a section by their first cell. @param {string[]} prose @param {string} section @returns {Map<string, string>} */
function rowsUnder(prose, section) {
  const start = prose.findIndex(line => new RegExp(`^#+ ${section}$`).test(line));
  if (start < 0) return new Map();
  const length = prose.slice(start + 1).findIndex(line => line.startsWith('#'));
  const lines = prose.slice(start + 1, length < 0 ? undefined : start + 1 + length);
  return new Map(
    lines.flatMap(line => {
      const [, code, rest = ''] = /^\| `([^`]+)` \|(.*)$/.exec(line) ?? [];
      return code === undefined ? [] : [/** @type {[string, string]} */ ([code, rest])];
    }),
  );
}

/** The page of errors names every code that the code has, with its status, and no other. @param {SourceTree} tree */
export function docsErrors(tree) {
  const text = readIfThere(tree, page);
  if (text === undefined) return [];
  const { prose } = readPage(page, text);
  return tables.flatMap(({ section, codes }) => {
    const written = rowsUnder(prose, section);
    const real = codes(tree);
    const missing = [...real.keys()].filter(code => !written.has(code)).map(code => `lacks ${code}`);
    const unknown = [...written.keys()].filter(code => !real.has(code)).map(code => `names ${code}`);
    const wrong = [...real]
      .filter(([code, status]) => written.has(code) && !written.get(code)?.includes(status))
      .map(([code, status]) => `does not say ${status} of ${code}`);
    const empty = real.size === 0 ? ['finds no codes in the code'] : [];
    return [...missing, ...unknown, ...wrong, ...empty].map(what => ({
      file: page,
      message: `${what} under "${section}"`,
    }));
  });
}
