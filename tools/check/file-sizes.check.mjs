import { readSource } from './source-tree.mjs';

const mostLines = 400;

/** Who needs more lines has two things in one file. @param {import('./source-tree.mjs').SourceTree} tree */
export function fileSizes(tree) {
  return tree.files
    .filter(file => /\.(ts|tsx|mjs|cjs|js|css|sh)$/.test(file))
    .map(file => ({ file, lines: readSource(tree, file).split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ file, lines }) => ({ file, message: `has ${lines} lines, more than ${mostLines}` }));
}
