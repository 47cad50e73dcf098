import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/**
 * A checkout as the checks see it. All paths are relative to its root, with forward slashes.
 * @typedef {object} SourceTree
 * @property {string} root
 * @property {string[]} files every file that is ours: nothing installed, built or running
 * @property {string[]} projects folders that hold a project.json, longest first
 */

/** @typedef {{ file: string, message: string }} Finding */

const leftOut = new Set(['node_modules', 'dist', 'coverage', 'test-results']);

/** @param {string} root @param {string} folder @returns {string[]} */
function filesUnder(root, folder) {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const name = path.posix.join(folder, entry.name);
    if (entry.isFile()) return [name];
    const isOurs =
      entry.isDirectory() &&
      !leftOut.has(entry.name) &&
      (!entry.name.startsWith('.') || entry.name === '.ci');
    return isOurs ? filesUnder(root, name) : [];
  });
}

/** @param {string} root @returns {SourceTree} */
export function readSourceTree(root) {
  const files = filesUnder(root, '');
  const projects = files
    .filter(file => path.posix.basename(file) === 'project.json')
    .map(file => path.posix.dirname(file));
  return { root, files, projects: projects.sort((one, other) => other.length - one.length) };
}

/** @param {SourceTree} tree @param {string} file */
export function readSource(tree, file) {
  return readFileSync(path.join(tree.root, file), 'utf8');
}

/** The text of a file that need not be there. @param {SourceTree} tree @param {string} file */
export function readIfThere(tree, file) {
  return existsSync(path.join(tree.root, file)) ? readSource(tree, file) : undefined;
}

/** The project a file belongs to. @param {SourceTree} tree @param {string} file @returns {string | undefined} its folder */
export function projectOf(tree, file) {
  return tree.projects.find(project => file.startsWith(`${project}/`));
}

/** @param {string} file */
export const isTypeScript = file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts');

/** Code that is compiled and shipped, not a test of it. @param {string} file */
export const isShipped = file => isTypeScript(file) && !/\.(spec|test-kit)\.tsx?$/.test(file);
