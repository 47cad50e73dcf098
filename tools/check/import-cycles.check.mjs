import { packageNamed, readImports, targetFile, workspacePackages } from './import-list.mjs';
import { isShipped, projectOf } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

/**
 * The cycles of a graph, each once, found by depth-first search.
 * @param {Map<string, Set<string>>} edges
 * @returns {string[][]} each from its alphabetically first member on
 */
export function findCycles(edges) {
  /** @type {Map<string, string[]>} */
  const cycles = new Map();
  const done = new Set();
  /** @param {string} node @param {string[]} trail */
  const walk = (node, trail) => {
    const at = trail.indexOf(node);
    if (at >= 0) {
      const members = trail.slice(at);
      const first = members.indexOf([...members].sort()[0] ?? node);
      const cycle = [...members.slice(first), ...members.slice(0, first)];
      cycles.set(cycle.join(' '), cycle);
      return;
    }
    if (done.has(node)) return;
    for (const next of edges.get(node) ?? []) walk(next, [...trail, node]);
    done.add(node);
  };
  for (const node of [...edges.keys()].sort()) walk(node, []);
  return [...cycles.values()];
}

/** @param {Map<string, Set<string>>} edges @param {string} from @param {string} to */
function connect(edges, from, to) {
  if (from !== to) edges.set(from, (edges.get(from) ?? new Set()).add(to));
}

/**
 * No file reaches itself by imports that exist at run time, and no project by any of its shipped code. Specs are no
 * part of that: they use libs/testing, which may use the lib under test.
 * @param {SourceTree} tree
 */
export function importCycles(tree) {
  const files = new Set(tree.files);
  const packages = workspacePackages(tree);
  /** @type {Map<string, Set<string>>} */
  const fileEdges = new Map();
  /** @type {Map<string, Set<string>>} */
  const projectEdges = new Map();
  for (const one of readImports(tree)) {
    const target = targetFile(files, one);
    if (target !== undefined && !one.isTypeOnly) connect(fileEdges, one.file, target);
    const from = projectOf(tree, one.file);
    const to = packages.get(packageNamed(packages, one.specifier) ?? '');
    if (from !== undefined && to !== undefined && isShipped(one.file)) connect(projectEdges, from, to);
  }
  return [...findCycles(fileEdges), ...findCycles(projectEdges)].map(cycle => {
    const [first = ''] = cycle;
    return { file: first, message: `imports itself: ${[...cycle, first].join(' -> ')}` };
  });
}
