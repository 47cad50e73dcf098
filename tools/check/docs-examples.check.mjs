import { readPages } from '../docs/markdown.mjs';
import { readIfThere } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

const programs = new Set(['ts', 'js', 'mjs']);

/**
 * Programs in the guides are files that a test runs, word for word: a comment above the block names the file. JSON in
 * the guides is JSON.
 * @param {SourceTree} tree
 */
export function docsExamples(tree) {
  return readPages(tree).flatMap(page =>
    page.blocks.flatMap(block => {
      const message = faultOf(tree, block, page.file.startsWith('docs/guides/'));
      return message === undefined ? [] : [{ file: `${page.file}:${block.line}`, message }];
    }),
  );
}

/** @param {SourceTree} tree @param {import('../docs/markdown.mjs').Block} block @param {boolean} isGuide */
function faultOf(tree, { source, language, text }, isGuide) {
  if (source !== undefined) {
    const whole = readIfThere(tree, source);
    if (whole === undefined) return `shows ${source}, which is not there`;
    return whole.includes(text) ? undefined : `shows ${source} otherwise than it is`;
  }
  if (!isGuide) return undefined;
  if (programs.has(language)) return 'shows a program that no test runs: name its file above the block';
  return language === 'json' && !isJson(text) ? 'shows JSON that is none' : undefined;
}

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
