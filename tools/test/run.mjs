import { Interrupted, interruptions } from '../start/interruption.mjs';
import { BuildFailed, PreparationFailed, prepareWorkspace } from '../workspace/prepare.mjs';
import { Screen } from '../workspace/screen.mjs';
import { Tally, oneCheck } from './tally.mjs';
import { findChromium, isInstalled, startRedis, testEnvironment } from './test-environment.mjs';

/** @typedef {import('./steps.mjs').Step} Step */
/** @typedef {import('./steps.mjs').StepContext} StepContext */
/** @typedef {import('./tally.mjs').StepResult} StepResult */

/** Ends a step that hangs; far beyond what a slow machine needs. */
const stepMinutes = 20;

/** Runs one step; whatever goes wrong in it is a failure of it and of nothing else. @param {Step} step @param {StepContext} context @returns {Promise<StepResult>} */
async function runStep(step, context) {
  const tooLong = AbortSignal.timeout(stepMinutes * 60_000);
  const signal = AbortSignal.any([context.signal, tooLong]);
  try {
    const result = await step.run({ ...context, signal });
    if (!tooLong.aborted) return result;
    return {
      ...result,
      failed: result.failed + 1,
      output: `${result.output ?? ''}\nIt took more than ${stepMinutes} minutes.`,
    };
  } catch (error) {
    return { passed: 0, failed: 1, output: error instanceof Error ? error.stack : String(error) };
  }
}

/**
 * A Redis for the specs that need one. Without the program they are left out, which CI does not accept.
 * @param {NodeJS.ProcessEnv} env @param {Screen} screen @param {Tally} tally
 * @returns {Promise<{ env: NodeJS.ProcessEnv, stop: () => Promise<void> }>}
 */
async function withRedis(env, screen, tally) {
  if (env.SURETY_TEST_REDIS_URL) return { env, stop: async () => {} };
  if (isInstalled('redis-server')) {
    const { url, stop } = await startRedis();
    return { env: { ...env, SURETY_TEST_REDIS_URL: url }, stop };
  }
  screen.note('redis-server is not installed: the specs that need it are left out');
  if (env.CI === 'true') tally.add('redis', 0, oneCheck(false, ''));
  return { env, stop: async () => {} };
}

/**
 * The browser for the specs that need one. Without it they are left out, which CI does not accept.
 * @param {NodeJS.ProcessEnv} env @param {Screen} screen @param {Tally} tally
 * @returns {NodeJS.ProcessEnv}
 */
function withChromium(env, screen, tally) {
  if (env.SURETY_TEST_CHROMIUM) return env;
  const chromium = findChromium();
  if (chromium !== undefined) return { ...env, SURETY_TEST_CHROMIUM: chromium };
  screen.note('chromium is not installed: the specs that need it are left out');
  if (env.CI === 'true') tally.add('chromium', 0, oneCheck(false, ''));
  return env;
}

/** @param {readonly Step[]} chosen @param {StepContext} context @param {Tally} tally */
async function runSteps(chosen, context, tally) {
  const { screen, signal } = context;
  for (const step of chosen) {
    signal.throwIfAborted();
    const since = performance.now();
    const result = await screen.during(step.name, () => runStep(step, context));
    tally.add(step.name, (performance.now() - since) / 1000, result);
    if (result.failed > 0) screen.line(`${result.output ?? ''}\n${step.name} FAILED\n`);
  }
}

/** Packages and build; what does not compile is one failure, and the other steps may tell more. @param {Screen} screen @param {AbortSignal} signal @param {Tally} tally */
async function prepare(screen, signal, tally) {
  const since = performance.now();
  const fault = await prepareWorkspace(screen, signal).catch(error => {
    if (error instanceof BuildFailed) return error;
    throw error;
  });
  if (fault !== undefined) screen.line(`${fault.message}\nbuild FAILED\n`);
  tally.add('packages and build', (performance.now() - since) / 1000, oneCheck(fault === undefined, ''));
}

/**
 * @param {string[]} names of the steps to run; none = all
 * @param {Screen} screen @param {AbortSignal} signal @param {Tally} tally
 */
async function runAll(names, screen, signal, tally) {
  await prepare(screen, signal, tally);
  const { steps } = await import('./steps.mjs');
  const unknown = names.filter(name => !steps.some(step => step.name === name));
  if (unknown.length > 0)
    throw new PreparationFailed(
      `No such step: ${unknown}. There are: ${steps.map(step => step.name).join(', ')}.`,
    );
  const wanted = new Set(names);
  for (const step of steps) if (step.needs !== undefined && wanted.has(step.name)) wanted.add(step.needs);
  const chosen = names.length === 0 ? steps : steps.filter(step => wanted.has(step.name));
  const redis = await withRedis(testEnvironment(process.env), screen, tally);
  try {
    const env = withChromium(redis.env, screen, tally);
    await runSteps(chosen, { env, signal, screen }, tally);
  } finally {
    await redis.stop();
  }
}

/**
 * `npm test`. Ends with a plain line `N passed, N failed`, whatever happens.
 * @param {string[]} names of the steps to run; none = all
 * @returns {Promise<number>} the exit code
 */
export async function test(names) {
  const screen = new Screen();
  const tally = new Tally();
  const signal = interruptions(() => process.exit(1));
  try {
    await runAll(names, screen, signal, tally);
  } catch (error) {
    const isPlain = error instanceof PreparationFailed || error instanceof Interrupted;
    screen.line(isPlain ? error.message : error instanceof Error ? error.stack : String(error));
    tally.add('the run itself', 0, oneCheck(false, ''));
  }
  screen.line(`\n${tally.table()}\n`);
  screen.line(tally.lastLine());
  return tally.isGreen ? 0 : 1;
}
