import { checks } from '../check/checks.mjs';
import { readSourceTree } from '../check/source-tree.mjs';
import { checkClauses } from '../conformance/clauses.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { runPackage } from '../workspace/run-command.mjs';
import { boundaryRule, projectGraph } from './boundaries.step.mjs';
import { endToEnd } from './end-to-end.step.mjs';
import { jest } from './jest.step.mjs';
import { nodeTests } from './node-test.step.mjs';
import { endToEndOnReplicas } from './replicas.step.mjs';
import { oneCheck } from './tally.mjs';

/** @typedef {import('./tally.mjs').StepResult} StepResult */

/**
 * @typedef {object} StepContext
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} signal ends the step
 * @property {import('../workspace/screen.mjs').Screen} screen
 */

/** @typedef {{ name: string, run: (context: StepContext) => Promise<StepResult>, needs?: string }} Step `needs` = the step without which this one says nothing */

/** A step that is one program: right when it ends with 0. @param {string} name @param {[string, string]} from package and program @param {string[]} words @returns {Step} */
function program(name, from, words) {
  return {
    name,
    run: async ({ env, signal }) => {
      const { code, output } = await runPackage(...from, words, { env, signal });
      return oneCheck(code === 0, output);
    },
  };
}

/** @returns {Promise<StepResult>} */
async function workspaceChecks() {
  const tree = readSourceTree(workspaceRoot);
  const broken = checks.flatMap(({ name, check }) => {
    const findings = check(tree);
    const lines = findings.map(({ file, message }) => `  ${file} ${message}`);
    return findings.length > 0 ? [[`${name}:`, ...lines].join('\n')] : [];
  });
  return { passed: checks.length - broken.length, failed: broken.length, output: broken.join('\n') };
}

/** Every clause of PACT is named by a test, and docs/conformance.md says by which. @returns {Promise<StepResult>} */
async function clauses() {
  const found = await checkClauses(readSourceTree(workspaceRoot));
  const passed = Math.max(0, found.clauses - found.faults.length);
  return { passed, failed: found.faults.length, output: found.faults.join('\n') };
}

/** @param {StepContext} context */
function toolTests(context) {
  const files = readSourceTree(workspaceRoot).files.filter(
    file => file.startsWith('tools/') && file.endsWith('.test.mjs'),
  );
  return nodeTests(files, context);
}

/** @param {StepContext} context */
function unitAndPostgres(context) {
  const { SURETY_TEST_REDIS_URL: redis, SURETY_TEST_CHROMIUM: chromium } = context.env;
  const missing = [...(redis ? [] : ['redis']), ...(chromium ? [] : ['browser'])];
  const leftOut = missing.flatMap(kind => ['--testPathIgnorePatterns', `\\.${kind}\\.spec\\.ts$`]);
  return jest(['--ignoreProjects', 'e2e', ...leftOut], context);
}

/** @type {[string, string]} */
const tsc = ['typescript', 'tsc'];

/**
 * What `npm test` runs after packages and build, the quick things first.
 * @type {Step[]}
 */
export const steps = [
  { name: 'workspace', run: workspaceChecks },
  { name: 'clauses', run: clauses },
  program('format', ['prettier', 'prettier'], ['--check', '--log-level', 'warn', '.']),
  { name: 'graph', run: projectGraph },
  { name: 'boundaries', needs: 'graph', run: boundaryRule },
  { ...program('lint', ['eslint', 'eslint'], ['.', '--max-warnings', '0']), needs: 'graph' },
  program('types', tsc, ['-p', 'tsconfig.spec.json', '--pretty']),
  program('types of tools', tsc, ['-p', 'tools/tsconfig.json', '--pretty']),
  { name: 'tools', run: toolTests },
  { name: 'unit', run: unitAndPostgres },
  { name: 'e2e', run: endToEnd },
  { name: 'e2e on replicas', run: endToEndOnReplicas },
];
