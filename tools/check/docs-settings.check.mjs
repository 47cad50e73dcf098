import { settingsPage, settingsPageFile } from '../docs/settings-page.mjs';
import { readIfThere } from './source-tree.mjs';

/** The page of settings is what the class says. @param {import('./source-tree.mjs').SourceTree} tree */
export function docsSettings(tree) {
  if (readIfThere(tree, settingsPageFile) === settingsPage(tree)) return [];
  return [{ file: settingsPageFile, message: 'is not up to date: node tools/docs/main.mjs --write' }];
}
