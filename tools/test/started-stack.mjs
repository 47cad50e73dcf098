import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { workspaceRoot } from '../workspace/root.mjs';

const startSeconds = 120;
const stopSeconds = 60;

/**
 * A stack as `npm start` makes it, in a process of its own.
 */
export class StartedStack {
  /**
   * @param {string[]} words options of npm start
   * @param {object} options
   * @param {string} [options.dataDir] none = left to npm start
   * @param {NodeJS.ProcessEnv} options.env
   */
  constructor(words, { dataDir, env }) {
    this.descriptor = path.join(dataDir ?? '', 'stack.json');
    const main = path.join(workspaceRoot, 'tools', 'start', 'main.mjs');
    this.child = spawn(
      process.execPath,
      [main, ...(dataDir === undefined ? [] : ['--data-dir', dataDir]), ...words],
      {
        cwd: workspaceRoot,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
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

  /** Waits until it says that it runs; a descriptor alone could be that of a stack that was killed. */
  async up() {
    await this.saying(/^Surety runs\.$/m);
    return this;
  }

  /** Waits until it has printed something. @param {RegExp} pattern */
  async saying(pattern) {
    await this.#until(() => pattern.test(this.output), `saying ${pattern}`);
  }

  /** @param {() => boolean} isTrue @param {string} what */
  async #until(isTrue, what) {
    const until = Date.now() + startSeconds * 1000;
    while (!isTrue()) {
      if (this.end !== undefined) throw new Error(`npm start ended with ${this.end}:\n${this.output}`);
      if (Date.now() > until)
        throw new Error(`npm start is not ${what} after ${startSeconds} s:\n${this.output}`);
      await delay(50);
    }
  }

  /**
   * Asks it to stop.
   * @param {NodeJS.Signals} [signal]
   * @returns {Promise<number | NodeJS.Signals>} how it ended
   */
  async stop(signal = 'SIGTERM') {
    if (this.end === undefined) this.child.kill(signal);
    const late = delay(stopSeconds * 1000, undefined, { ref: false }).then(() => this.child.kill('SIGKILL'));
    await Promise.race([this.ended, late]);
    return this.ended;
  }
}
