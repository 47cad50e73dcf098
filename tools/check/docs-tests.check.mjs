import path from 'node:path';
import { readPages } from '../docs/markdown.mjs';
import { readSource } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

/** A spec and the title that stands behind it: `[name](file.spec.ts): "title"`. */
const named = /\]\(([^)\s]+\.spec\.ts)\): "([^"]*)"/g;

/** Where a page says that a test of this title pins something, its file has it. @param {SourceTree} tree */
export function docsTests(tree) {
  return readPages(tree).flatMap(({ file, prose }) =>
    prose.flatMap((line, at) =>
      [...line.matchAll(named)].flatMap(([, target = '', title = '']) => {
        const spec = path.posix.join(path.posix.dirname(file), target);
        const isThere = title !== '' && tree.files.includes(spec) && readSource(tree, spec).includes(title);
        return isThere ? [] : [{ file: `${file}:${at + 1}`, message: `${spec} has no test "${title}"` }];
      }),
    ),
  );
}
