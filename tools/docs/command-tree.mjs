import { readIfThere } from '../check/source-tree.mjs';
import { readPage } from './markdown.mjs';

/** The page that a test keeps equal to the commands themselves. */
export const commandPage = 'docs/reference/cli.md';

/** Options by command; the options of every command stand under the empty name. @typedef {Map<string, Set<string>>} CommandTree */

/**
 * The commands of `surety` by the page that is written from them; undefined in a checkout without that page.
 * @param {import('../check/source-tree.mjs').SourceTree} tree
 * @returns {CommandTree | undefined}
 */
export function commandTree(tree) {
  const text = readIfThere(tree, commandPage);
  if (text === undefined) return undefined;
  /** @type {CommandTree} */
  const commands = new Map([['', new Set(['--help', '-h'])]]);
  let command = '';
  for (const line of readPage(commandPage, text).prose) {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading !== undefined) command = /^`surety ([a-z -]+)`$/.exec(heading)?.[1] ?? '';
    if (!commands.has(command)) commands.set(command, new Set());
    const [, cell = ''] = /^\| `([^`]*)` \|/.exec(line) ?? [];
    for (const [option] of cell.matchAll(/(?<![\w-])--?[a-zA-Z][\w-]*/g)) commands.get(command)?.add(option);
  }
  return commands;
}

const starts = /(?:^|[|;&(]\s*|\bnpx\s+|\bexec\s+)surety[ \t]+(?=[a-z-])/g;

/** The words of a shell command up to where it ends; quoted ones stay whole. @param {string} text */
function shellWords(text) {
  /** @type {string[]} */
  const words = [];
  for (const [word] of text.matchAll(/"(?:\\.|[^"\\])*"|'[^']*'|&&|[|;#)>]|[^\s"'|;#)>]+/g)) {
    if (/^(&&|[|;#)>])$/.test(word)) break;
    words.push(word);
  }
  return words;
}

/** Every `surety …` of a piece of shell text, as words after the program. @param {string} text */
export function suretyCommands(text) {
  const lines = text.replaceAll(/\\\n\s*/g, ' ').split('\n');
  return lines.flatMap(line =>
    [...line.matchAll(starts)].map(start => shellWords(line.slice(start.index + start[0].length))),
  );
}

/**
 * What is wrong with a command, or undefined.
 * @param {CommandTree} commands @param {string[]} words
 */
export function commandFault(commands, words) {
  const names = words.slice(0, words.findIndex(word => !/^[a-z][a-z-]*$/.test(word)) >>> 0);
  let length = names.length;
  while (length > 0 && !commands.has(names.slice(0, length).join(' '))) length -= 1;
  const command = names.slice(0, length).join(' ');
  const isGroup = [...commands.keys()].some(name => name.startsWith(`${words[0]} `));
  if (length === 0 && !(isGroup && words.length === 1) && !words[0]?.startsWith('-')) {
    return `shows "surety ${words.join(' ')}", which is no command`;
  }
  const options = words.filter(word => /^--?[a-zA-Z]/.test(word)).map(word => word.split('=', 1)[0] ?? word);
  const unknown = options.find(word => !commands.get('')?.has(word) && !commands.get(command)?.has(word));
  return unknown === undefined
    ? undefined
    : `shows "surety ${command}" with ${unknown}, which it does not take`;
}
