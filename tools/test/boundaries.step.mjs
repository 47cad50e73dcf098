import { ESLint } from 'eslint';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { readSourceTree } from '../check/source-tree.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { runPackage } from '../workspace/run-command.mjs';
import { oneCheck } from './tally.mjs';

/** @typedef {import('./steps.mjs').StepContext} StepContext */

const rule = '@nx/enforce-module-boundaries';

/**
 * Makes Nx's project graph anew. Without one, or with one that lacks a project, the boundary rule passes everything.
 * @param {StepContext} context
 */
export async function projectGraph({ env, signal }) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-graph-'));
  const file = path.join(folder, 'graph.json');
  try {
    const { code, output } = await runPackage('nx', 'nx', ['graph', `--file=${file}`], {
      env,
      signal,
    });
    if (code !== 0) return oneCheck(false, output);
    const { nodes } = JSON.parse(readFileSync(file, 'utf8')).graph;
    const known = Object.values(nodes).map(node => node.data.root);
    const missing = readSourceTree(workspaceRoot).projects.filter(project => !known.includes(project));
    return oneCheck(missing.length === 0, `The project graph lacks ${missing.join(', ')}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shows that the rule bites: the kernel may import nothing, so this must be an error. */
export async function boundaryRule() {
  // With CI set the parser infers a single run and would read the file from the disk instead of this text.
  const parserOptions = { disallowAutomaticSingleRunInference: true };
  const eslint = new ESLint({ cwd: workspaceRoot, overrideConfig: { languageOptions: { parserOptions } } });
  const forbidden = `import '@surety/platform';\n`;
  const results = await eslint.lintText(forbidden, {
    filePath: path.join(workspaceRoot, 'libs/kernel/src/index.ts'),
  });
  const messages = results.flatMap(result => result.messages);
  const bites = messages.some(message => message.ruleId === rule);
  return oneCheck(bites, `${rule} let the kernel import @surety/platform: ${JSON.stringify(messages)}`);
}
