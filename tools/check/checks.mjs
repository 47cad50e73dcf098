import { deepImports } from './deep-imports.check.mjs';
import { disabledTests } from './disabled-tests.check.mjs';
import { docsCommands } from './docs-commands.check.mjs';
import { docsErrors } from './docs-errors.check.mjs';
import { docsExamples } from './docs-examples.check.mjs';
import { docsLinks } from './docs-links.check.mjs';
import { docsSettings } from './docs-settings.check.mjs';
import { docsTests } from './docs-tests.check.mjs';
import { fileNames } from './file-names.check.mjs';
import { fileSizes } from './file-sizes.check.mjs';
import { importCycles } from './import-cycles.check.mjs';
import { lockfile } from './lockfile.check.mjs';
import { references } from './references.check.mjs';

/**
 * What holds for the whole workspace; each check returns what breaks it.
 * @type {{ name: string, check: (tree: import('./source-tree.mjs').SourceTree) => import('./source-tree.mjs').Finding[] }[]}
 */
export const checks = [
  { name: 'no import cycles', check: importCycles },
  { name: 'no imports past a public index', check: deepImports },
  { name: 'tsconfig references match the imports', check: references },
  { name: 'no file over 400 lines', check: fileSizes },
  { name: 'files are named after what they are', check: fileNames },
  { name: 'no test is switched off', check: disabledTests },
  { name: 'links in the docs lead somewhere', check: docsLinks },
  { name: 'tests that the docs name exist', check: docsTests },
  { name: 'commands in the docs exist', check: docsCommands },
  { name: 'programs in the docs are files that a test runs', check: docsExamples },
  { name: 'the docs explain every error code', check: docsErrors },
  { name: 'the page of settings is what the class says', check: docsSettings },
  { name: 'the lockfile carries no download address', check: lockfile },
];
