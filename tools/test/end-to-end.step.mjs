import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePortBase } from '../start/ports.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { jest } from './jest.step.mjs';

/** @typedef {import('./tally.mjs').StepResult} StepResult */

const startSeconds = 120;
const stopSeconds = 60;

/**
 * A stack as `npm start` makes it, in a process of its own.
 */
export class StartedStack {
  /**
   * @param {string[]} words options of npm start
   * @param {object} options
   * @param {string} options.dataDir
   * @param {NodeJS.ProcessEnv} options.env
   */
  constructor(words, { dataDir, env }) {
    this.descriptor = path.join(dataDir, 'stack.json');
    const main = path.join(workspaceRoot, 'tools', 'start', 'main.mjs');
    this.child = spawn(process.execPath, [main, '--data-dir', dataDir, ...words], {
      cwd: workspaceRoot,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.output = '';
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', chunk => (this.output += chunk));
    }
    /** @type {number | NodeJS.Signals | undefined} */
    this.end = undefined;
    /** @type {Promise<number | NodeJS.Signals>} exit code, or the signal that ended it */
    this.ended = new Promise(resolve =>
      this.child.once('close', (code, signal) => resolve(code ?? signal ?? 1)),
    );
    void this.ended.then(end => (this.end = end));
  }

  /** Waits until its descriptor is there. */
  async up() {
    const until = Date.now() + startSeconds * 1000;
    while (!existsSync(this.descriptor)) {
      if (this.end !== undefined) throw new Error(`npm start ended with ${this.end}:\n${this.output}`);
      if (Date.now() > until) throw new Error(`npm start is not up after ${startSeconds} s:\n${this.output}`);
      await delay(50);
    }
    return this;
  }

  /** Asks it to stop. @returns {Promise<number | NodeJS.Signals>} how it ended */
  async stop() {
    if (this.end === undefined) this.child.kill('SIGTERM');
    const late = delay(stopSeconds * 1000, undefined, { ref: false }).then(() => this.child.kill('SIGKILL'));
    await Promise.race([this.ended, late]);
    return this.ended;
  }
}

/**
 * The black-box suites against a stack of their own.
 * @param {import('./steps.mjs').StepContext} context
 * @returns {Promise<StepResult>}
 */
export async function endToEnd(context) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-e2e-'));
  const dataDir = path.join(folder, 'stack');
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
    rmSync(folder, { recursive: true, force: true });
  }
}
