import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { runCommand } from '../workspace/run-command.mjs';

/** @typedef {import('./suite-part.mjs').SuitePart} SuitePart */

/** The folder cannot be used as a copy of the public suite; the message says why. */
export class SuiteUnusable extends Error {}

/**
 * A copy of the public suite outside of this checkout: a folder with `e2e/`, or that folder itself.
 */
export class SuiteFolder {
  /** @param {string} folder @param {SuitePart} part @throws {SuiteUnusable} */
  constructor(folder, part) {
    this.root = path.resolve(folder);
    this.part = part;
    const places = [path.join(this.root, 'e2e'), this.root];
    const tests = places.find(place => existsSync(path.join(place, part.file)));
    if (tests === undefined)
      throw new SuiteUnusable(`Neither ${places.join(' nor ')} holds ${part.file} of the public suite.`);
    this.tests = tests;
  }

  /** The program of the suite's own Vitest; undefined when it is not installed. @returns {string | undefined} */
  #vitest() {
    const resolve = createRequire(path.join(this.tests, 'package.json')).resolve;
    try {
      const manifest = resolve('vitest/package.json');
      const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
      return path.join(path.dirname(manifest), typeof bin === 'string' ? bin : bin.vitest);
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'MODULE_NOT_FOUND') return undefined;
      throw error;
    }
  }

  /**
   * Installs what the suite needs, in its own folder, unless it is there.
   * @param {{ signal: AbortSignal, env: NodeJS.ProcessEnv }} options
   */
  async install({ signal, env }) {
    if (this.#vitest() !== undefined) return;
    const isPnpm = existsSync(path.join(this.root, 'pnpm-workspace.yaml'));
    const [program, words] = isPnpm
      ? ['npx', ['--yes', 'pnpm@10', 'install']]
      : ['npm', ['install', '--no-audit', '--no-fund']];
    const { code, output } = await runCommand(program, words, { cwd: this.root, signal, env });
    if (code !== 0)
      throw new SuiteUnusable(`${program} ${words.join(' ')} in ${this.root} failed:\n${output}`);
    if (this.#vitest() === undefined) throw new SuiteUnusable(`${this.root} does not depend on vitest.`);
  }

  /**
   * Runs the part's tests.
   * @param {{ env: NodeJS.ProcessEnv, signal: AbortSignal, onOutput: (chunk: string) => void }} options
   * @returns {Promise<import('./suite-report.mjs').VitestReport>}
   */
  async run({ env, signal, onOutput }) {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-conformance-'));
    const file = path.join(folder, 'report.json');
    const words = [
      'run',
      this.part.file,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    try {
      const { code, output } = await runCommand(process.execPath, [this.#vitest() ?? '', ...words], {
        cwd: this.tests,
        env,
        signal,
        onOutput,
      });
      if (!existsSync(file))
        throw new SuiteUnusable(`Vitest ended with code ${code} and no report:\n${output}`);
      return JSON.parse(readFileSync(file, 'utf8'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}
