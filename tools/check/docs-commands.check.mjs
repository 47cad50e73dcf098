import { commandFault, commandTree, suretyCommands } from '../docs/command-tree.mjs';
import { codeSpans, readPages } from '../docs/markdown.mjs';
import { readIfThere } from './source-tree.mjs';

/** @typedef {import('./source-tree.mjs').SourceTree} SourceTree */

const shells = new Set(['', 'sh', 'bash', 'shell', 'console', 'text']);

/** Scripts of the workspace that npm runs. @param {SourceTree} tree @returns {Set<string>} */
function scriptsOf(tree) {
  const { scripts = {} } = JSON.parse(readIfThere(tree, 'package.json') ?? '{}');
  return new Set(Object.keys(scripts));
}

/**
 * What one piece of code shows that is not there.
 * @param {SourceTree} tree @param {import('../docs/command-tree.mjs').CommandTree} commands @param {Set<string>} scripts
 * @param {string} code
 */
function faultsOf(tree, commands, scripts, code) {
  const surety = suretyCommands(code).map(words => commandFault(commands, words));
  const npm = [...code.matchAll(/\bnpm (?:run )?(start|test|(?<=run )[a-z][\w:-]*)/g)].map(
    ([, script = '']) =>
      scripts.has(script) ? undefined : `shows "npm run ${script}", which package.json does not have`,
  );
  const node = [...code.matchAll(/\bnode ((?:tools|e2e|apps)\/[\w./-]+\.(?:mjs|cjs|js))/g)].map(
    ([, name = '']) =>
      name.includes('/dist/') || tree.files.includes(name)
        ? undefined
        : `shows "node ${name}", which is not there`,
  );
  return [...surety, ...npm, ...node].filter(fault => fault !== undefined);
}

/** Every command that a page shows can be typed as it stands there. @param {SourceTree} tree */
export function docsCommands(tree) {
  const commands = commandTree(tree) ?? new Map([['', new Set()]]);
  const scripts = scriptsOf(tree);
  return readPages(tree).flatMap(page => {
    const blocks = page.blocks.filter(({ language }) => shells.has(language));
    return [...blocks, ...codeSpans(page)].flatMap(({ line, text }) =>
      faultsOf(tree, commands, scripts, text).map(message => ({ file: `${page.file}:${line}`, message })),
    );
  });
}
