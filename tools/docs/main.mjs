import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readSourceTree } from '../check/source-tree.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { settingsPage, settingsPageFile } from './settings-page.mjs';

/** Writes the pages that are made from code. @param {string[]} words @returns {number} the exit code */
function main(words) {
  if (words.length !== 1 || words[0] !== '--write') {
    console.error('node tools/docs/main.mjs --write');
    return 2;
  }
  writeFileSync(
    path.join(workspaceRoot, settingsPageFile),
    settingsPage(readSourceTree(workspaceRoot)) ?? '',
  );
  console.log(`wrote ${settingsPageFile}`);
  return 0;
}

process.exitCode = main(process.argv.slice(2));
