import path from 'node:path';
import { anchorsOf, linksOf, readPages } from '../docs/markdown.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

/** Whether a path is a file of ours or a folder with files of ours. @param {SourceTree} tree @param {string} name */
function exists(tree, name) {
  const folder = name.replace(/\/$/, '');
  return (
    folder === '.' || tree.files.includes(name) || tree.files.some(file => file.startsWith(`${folder}/`))
  );
}

/** Relative links of the pages lead to a file or folder, and their anchors to a heading. @param {SourceTree} tree */
export function docsLinks(tree) {
  const pages = readPages(tree);
  const anchors = new Map(pages.map(page => [page.file, anchorsOf(page)]));
  return pages.flatMap(page =>
    linksOf(page).flatMap(({ line, target }) => {
      if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return [];
      const [address = '', anchor] = target.split('#');
      const name =
        address === ''
          ? page.file
          : path.posix.join(path.posix.dirname(page.file), decodeURIComponent(address));
      const file = `${page.file}:${line}`;
      if (!exists(tree, name)) return [{ file, message: `links to ${name}, which is not there` }];
      if (anchor === undefined || !name.endsWith('.md') || anchors.get(name)?.has(anchor)) return [];
      return [{ file, message: `links to #${anchor}, which ${name} does not have` }];
    }),
  );
}
