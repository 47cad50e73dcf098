import path from 'node:path';
import { packageNamed, readImports, workspacePackages } from './import-list.mjs';
import { isShipped, projectOf, readSource } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

/** @param {SourceTree} tree @param {string} project @returns {Set<string>} folders of the projects it refers to */
function referencesOf(tree, project) {
  const { references = [] } = JSON.parse(readSource(tree, path.posix.join(project, 'tsconfig.json')));
  return new Set(references.map((/** @type {{ path: string }} */ one) => path.posix.join(project, one.path)));
}

/**
 * `tsc -b` builds in the order of the references: one that is missing builds only by luck, one too many builds too much.
 * @param {SourceTree} tree
 */
export function references(tree) {
  const packages = workspacePackages(tree);
  const built = referencesOf(tree, '');
  const shipped = readImports(tree).filter(one => isShipped(one.file));
  return tree.projects.flatMap(project => {
    const file = `${project}/tsconfig.json`;
    const listed = referencesOf(tree, project);
    const used = new Set();
    for (const one of shipped) {
      const target = packages.get(packageNamed(packages, one.specifier) ?? '');
      if (projectOf(tree, one.file) === project && target !== undefined && target !== project)
        used.add(target);
    }
    const missing = [...used]
      .filter(target => !listed.has(target))
      .map(target => `lacks a reference to ${target}`);
    const idle = [...listed]
      .filter(target => !used.has(target))
      .map(target => `refers to ${target}, which it does not import`);
    const unbuilt = built.has(project) ? [] : ['is not among the references of the root tsconfig.json'];
    return [...missing, ...idle, ...unbuilt].map(message => ({ file, message }));
  });
}
