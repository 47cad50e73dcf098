import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readSourceTree } from '../check/source-tree.mjs';
import { freePortBase } from '../start/ports.mjs';
import { interruptions } from '../start/interruption.mjs';
import { StartedStack } from '../test/started-stack.mjs';
import { testEnvironment } from '../test/test-environment.mjs';
import { prepareWorkspace } from '../workspace/prepare.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { Screen } from '../workspace/screen.mjs';
import { openAirlineBrand } from './airline-brand.mjs';
import { readRecordedRuns, recordFile, suiteSource, withRun } from './recorded-run.mjs';
import { suiteEnvironment } from './suite-environment.mjs';
import { SuiteFolder, SuiteUnusable } from './suite-folder.mjs';
import { suiteParts } from './suite-part.mjs';
import { judgeRun } from './suite-report.mjs';

/** @typedef {import('./suite-part.mjs').SuitePart} SuitePart */
/** @typedef {import('./suite-report.mjs').Verdict} Verdict */
/** @typedef {Parameters<typeof suiteEnvironment>[0]} StackDescriptor */
/** @typedef {{ env: NodeJS.ProcessEnv, signal: AbortSignal, screen: Screen }} RunContext */

export const help = `npm run conformance -- <dir> [--part ${suiteParts.map(({ name }) => name).join('|')}] [--record]

Runs an outside copy of the public PACT suite in <dir> against a stack of its own.

  <dir>      holds e2e/${suiteParts[0]?.file}; what it needs is installed there if it is not yet
  --part     which part of the suite (default ${suiteParts[0]?.name})
  --record   write the result to ${recordFile}
`;

/**
 * @param {string[]} words
 * @returns {{ folder: string, part: SuitePart, record: boolean } | undefined} undefined when they cannot be used
 */
export function readWords(words) {
  const options = /** @type {const} */ ({
    part: { type: 'string', default: suiteParts[0]?.name },
    record: { type: 'boolean', default: false },
  });
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const part = suiteParts.find(({ name }) => name === values.part);
    const [folder, ...more] = positionals;
    if (folder === undefined || more.length > 0 || part === undefined) return undefined;
    return { folder, part, record: values.record };
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code?.startsWith('ERR_PARSE_ARGS')) return undefined;
    throw error;
  }
}

/**
 * A stack whose cards call the identity scheme as the public suite wants it (P1).
 * @template T
 * @param {RunContext} context @param {(stack: StackDescriptor) => Promise<T>} work
 * @returns {Promise<T>}
 */
async function withStack({ env, signal, screen }, work) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-conformance-'));
  const words = ['--ephemeral', '--port-base', String(await freePortBase())];
  const stack = new StartedStack(words, {
    dataDir: path.join(folder, 'stack'),
    env: { ...env, SURETY_IDENTITY_SCHEME: 'platformJwt' },
  });
  const stop = () => void stack.stop();
  signal.addEventListener('abort', stop);
  try {
    await screen.during('starting a stack', () => stack.up());
    return await work(JSON.parse(readFileSync(stack.descriptor, 'utf8')));
  } finally {
    signal.removeEventListener('abort', stop);
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Runs one part of a copy of the public suite.
 * @param {SuiteFolder} suite
 * @param {RunContext} context
 * @param {typeof withStack} [stack] gives the stack to run against
 * @returns {Promise<Verdict>}
 */
export async function runSuite(suite, context, stack = withStack) {
  const { env, signal, screen } = context;
  await screen.during('installing the public suite', () => suite.install({ env, signal }));
  const report = await stack(context, async descriptor => {
    const brand = suite.part.name === 'delegated' ? await openAirlineBrand(descriptor) : undefined;
    try {
      return await suite.run({
        env: { ...env, ...suiteEnvironment(descriptor), ...brand?.env },
        signal,
        onOutput: chunk => screen.stream.write(chunk),
      });
    } finally {
      await brand?.stop();
    }
  });
  return judgeRun(report, suite.part);
}

/** @param {SuiteFolder} suite @param {Verdict} verdict */
function recordRun({ root, part }, { total, passed, failed, skipped }) {
  const { repository, commits, notes } = suiteSource(root);
  const run = {
    part: part.name,
    date: new Date().toISOString().slice(0, 10),
    result: { total, passed, failed, skipped },
    source: { repository, commits },
    notes,
  };
  const runs = withRun(readRecordedRuns(readSourceTree(workspaceRoot)), run);
  writeFileSync(path.join(workspaceRoot, recordFile), `${JSON.stringify(runs, null, 2)}\n`);
}

/**
 * `npm run conformance`.
 * @param {string[]} words
 * @returns {Promise<number>} 0 when every test of the part ran and passed
 */
export async function conformance(words) {
  const screen = new Screen();
  const chosen = readWords(words);
  if (chosen === undefined) {
    screen.line(help);
    return 2;
  }
  const signal = interruptions(() => process.exit(1));
  try {
    const suite = new SuiteFolder(chosen.folder, chosen.part);
    await prepareWorkspace(screen, signal);
    const verdict = await runSuite(suite, { env: testEnvironment(process.env), signal, screen });
    if (chosen.record) recordRun(suite, verdict);
    verdict.faults.forEach(fault => screen.line(fault));
    screen.line(
      `${chosen.part.name}: ${verdict.passed} passed, ${verdict.failed} failed, ${verdict.skipped} skipped`,
    );
    return verdict.faults.length === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof SuiteUnusable)) throw error;
    screen.line(error.message);
    return 2;
  }
}
