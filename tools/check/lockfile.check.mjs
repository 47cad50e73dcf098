import { readSource } from './source-tree.mjs';

/**
 * The lockfile works behind every registry: it says what is installed (by hash), not where it was downloaded from.
 * @param {import('./source-tree.mjs').SourceTree} tree
 */
export function lockfile(tree) {
  const file = 'package-lock.json';
  const { packages } = JSON.parse(readSource(tree, file));
  return Object.entries(packages).flatMap(([name, { resolved, link, integrity }]) => {
    const messages = [];
    if (/^[a-z+]+:/.test(resolved ?? '')) messages.push(`${name} carries a download address`);
    const isInstalled = name.includes('node_modules/') && !link;
    if (isInstalled && integrity === undefined) messages.push(`${name} has no hash`);
    return messages.map(message => ({ file, message }));
  });
}
