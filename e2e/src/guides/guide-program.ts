import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** The checkout, where the guides are read. */
const ROOT = join(__dirname, '..', '..', '..');
/** The command line as npm links it. */
export const SURETY = join(ROOT, 'apps', 'cli', 'bin', 'surety.cjs');

/** A program of a guide that keeps running: what it said so far, and its end. */
export class GuideProgram {
  output = '';

  private constructor(private readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
    }
  }

  /** Starts it as a guide does; `file` is a path in the checkout or absolute. */
  static start(file: string, args: readonly string[], env: Readonly<Record<string, string>>): GuideProgram {
    const words = [join(file.startsWith('/') ? '' : ROOT, file), ...args];
    const child = spawn(process.execPath, words, { env: { PATH: process.env.PATH, ...env }, cwd: ROOT });
    return new GuideProgram(child);
  }

  /** What `pattern` finds in its output, as soon as it is there. Rejects after 20 s, or when it ends without saying so. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    const until = performance.now() + 20_000;
    for (;;) {
      const found = pattern.exec(this.output);
      if (found) return found;
      if (this.child.exitCode !== null || performance.now() > until)
        throw new Error(`${pattern} was not said:\n${this.output}`);
      await Promise.race([once(this.child.stdout ?? this.child, 'data'), once(this.child, 'close')]);
    }
  }

  /** Its exit code, when it has ended by itself. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGTERM');
    await once(this.child, 'close');
  }
}
