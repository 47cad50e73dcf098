import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePortBase } from '../start/ports.mjs';
import { jest } from './jest.step.mjs';
import { StartedStack } from './started-stack.mjs';

/** @typedef {import('./tally.mjs').StepResult} StepResult */

/**
 * The black-box suites against a stack of their own.
 * @param {import('./steps.mjs').StepContext} context
 * @returns {Promise<StepResult>}
 */
export async function endToEnd(context) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'surety-e2e-'));
  const words = ['--ephemeral', '--port-base', String(await freePortBase())];
  const stack = new StartedStack(words, { dataDir, env: context.env });
  const kill = () => void stack.stop();
  context.signal.addEventListener('abort', kill);
  try {
    await stack.up();
    const env = { ...context.env, SURETY_STACK: stack.descriptor };
    const result = await jest(['--selectProjects', 'e2e'], { ...context, env });
    const end = await stack.stop();
    const leavesNothing = end === 0 && !existsSync(dataDir);
    if (leavesNothing) return { ...result, passed: result.passed + 1 };
    const output = `${result.output ?? ''}\nThe stack ended with ${end}, its folder ${existsSync(dataDir) ? 'stayed' : 'is gone'}:\n${stack.output}`;
    return { ...result, failed: result.failed + 1, output };
  } finally {
    context.signal.removeEventListener('abort', kill);
    await stack.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
