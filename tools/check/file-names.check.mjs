import path from 'node:path';

const empty = new Set(['util', 'utils', 'helper', 'helpers', 'common', 'misc', 'shared', 'core']);

/** A file or folder is named after what it is: `retry-after.ts`, not `http-utils.ts`. @param {import('./source-tree.mjs').SourceTree} tree */
export function fileNames(tree) {
  return tree.files.flatMap(file => {
    const bad = file
      .split(path.posix.sep)
      .flatMap(part => part.split(/[.-]/))
      .find(word => empty.has(word.toLowerCase()));
    return bad === undefined ? [] : [{ file, message: `has "${bad}" in its name, which says nothing` }];
  });
}
