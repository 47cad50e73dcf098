import { createRequire } from 'node:module';
import { readSource } from '../check/source-tree.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */
/** @typedef {import('typescript').Node} Node */

/**
 * A test as its file writes it: titles of a table keep their placeholders.
 * @typedef {{ file: string, title: string }} TestTitle
 */

/** @type {typeof import('typescript')} */
const ts = createRequire(import.meta.url)('typescript');

/** The name in front of the first dot or call: `it` of `it.each(rows)(…)`. @param {Node} node @returns {string | undefined} */
function rootName(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isCallExpression(node) || ts.isPropertyAccessExpression(node)) return rootName(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return rootName(node.tag);
  return undefined;
}

/** The text of a title; what is filled in when the test runs reads `…`. @param {Node | undefined} node */
function titleText(node) {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(span => `…${span.literal.text}`).join('');
}

/**
 * The tests of one file, each with the titles of the groups around it in front.
 * @param {string} file @param {string} text
 * @returns {TestTitle[]}
 */
export function readTestTitles(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  /** @type {TestTitle[]} */
  const found = [];
  /** @param {Node} node @param {string[]} groups */
  const visit = (node, groups) => {
    if (ts.isCallExpression(node)) {
      const name = rootName(node.expression);
      const title = titleText(node.arguments[0]);
      if (title !== undefined && (name === 'it' || name === 'test')) {
        found.push({ file, title: [...groups, title].join(' › ') });
        return;
      }
      if (title !== undefined && name === 'describe') {
        node.arguments.slice(1).forEach(argument => visit(argument, [...groups, title]));
        return;
      }
    }
    ts.forEachChild(node, child => visit(child, groups));
  };
  visit(source, []);
  return found;
}

/** Every test of the workspace. @param {SourceTree} tree */
export function allTestTitles(tree) {
  return tree.files
    .filter(file => file.endsWith('.spec.ts'))
    .sort()
    .flatMap(file => readTestTitles(file, readSource(tree, file)));
}
