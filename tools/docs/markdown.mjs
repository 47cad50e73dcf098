import { readSource } from '../check/source-tree.mjs';

/** @typedef {import('../check/source-tree.mjs').SourceTree} SourceTree */

/**
 * A fenced block of a page.
 * @typedef {object} Block
 * @property {number} line of its first fence, from 1
 * @property {string} language the first word after the fence
 * @property {string} text without the fences
 * @property {string | undefined} source the file that the comment above it names: `<!-- from path -->`
 */

/**
 * A page as the checks see it.
 * @typedef {object} Page
 * @property {string} file
 * @property {string[]} prose its lines, empty where a fence is
 * @property {Block[]} blocks
 */

const fence = /^ {0,3}(`{3,}|~{3,})\s*(\S*)/;
const origin = /^<!-- from (\S+) -->$/;

/** @param {string} file @param {string} text @returns {Page} */
export function readPage(file, text) {
  /** @type {string[]} */
  const prose = [];
  /** @type {Block[]} */
  const blocks = [];
  /** @type {{ mark: string, block: Block, lines: string[] } | undefined} */
  let open;
  let lastBlockEnd = 0;
  for (const line of text.split('\n')) {
    const [, mark = '', language = ''] = fence.exec(line) ?? [];
    const isEnd = open !== undefined && mark.startsWith(open.mark) && language === '';
    if (open && isEnd) {
      open.block.text = `${open.lines.join('\n')}\n`;
      open = undefined;
      lastBlockEnd = prose.length + 1;
    } else if (open) {
      open.lines.push(line);
    } else if (mark !== '') {
      const above = prose.slice(lastBlockEnd).findLast(one => one !== '') ?? '';
      const source = origin.exec(above)?.[1];
      open = { mark, block: { line: prose.length + 1, language, text: '', source }, lines: [] };
      blocks.push(open.block);
    }
    prose.push(open || isEnd ? '' : line);
  }
  return { file, prose, blocks };
}

/** Every page of the checkout. @param {SourceTree} tree @returns {Page[]} */
export function readPages(tree) {
  return tree.files.filter(file => file.endsWith('.md')).map(file => readPage(file, readSource(tree, file)));
}

const codeSpan = /(`+)(.+?)\1(?!`)/g;

/** A line without what stands between backticks. @param {string} line */
const withoutCode = line => line.replace(codeSpan, '');

/** What stands between backticks, with its line. @param {Page} page @returns {{ line: number, text: string }[]} */
export function codeSpans({ prose }) {
  return prose.flatMap((line, index) =>
    [...line.matchAll(codeSpan)].map(([, , text = '']) => ({ line: index + 1, text: text.trim() })),
  );
}

/** The links of a page, images and definitions included. @param {Page} page @returns {{ line: number, target: string }[]} */
export function linksOf({ prose }) {
  const inline = /\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g;
  const definition = /^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$/g;
  return prose.flatMap((line, index) =>
    [inline, definition].flatMap(pattern =>
      [...withoutCode(line).matchAll(pattern)].map(([, target = '']) => ({ line: index + 1, target })),
    ),
  );
}

/** The anchors of a page as GitHub makes them of its headings, and those of `<a id>`. @param {Page} page */
export function anchorsOf({ prose }) {
  const anchors = new Set();
  for (const line of prose) {
    for (const [, id = ''] of line.matchAll(/<a id="([^"]+)">/g)) anchors.add(id);
    const [, heading] = /^#{1,6}\s+(.*?)\s*#*$/.exec(line) ?? [];
    if (heading === undefined) continue;
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const slug = plain.replace(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let name = slug;
    for (let again = 1; anchors.has(name); again += 1) name = `${slug}-${again}`;
    anchors.add(name);
  }
  return anchors;
}
