import { spawn } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(__dirname, '..', '..', 'apps', 'cli', 'bin', 'surety.cjs');

/** How one run of the built `surety` ended; `exitCode` is null when it had to be killed. */
export interface SuretyRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run is given; `env` is the whole environment but PATH, so that nothing leaks in from outside. */
export interface SuretyRunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  /** Killed after this many milliseconds (60 s by default). */
  readonly timeoutMs?: number;
  /** Hears what has been written to stderr so far, each time more comes: a link that somebody must open while it runs. */
  readonly onStderr?: (soFar: string) => void;
}

/** Runs the built command line as its own process, as a user would, and waits for its end. */
export function runSurety(args: readonly string[], options: SuretyRunOptions = {}): Promise<SuretyRun> {
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: options.timeoutMs ?? 60_000,
    killSignal: 'SIGKILL',
  });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => {
    stderr.push(chunk);
    options.onStderr?.(Buffer.concat(stderr).toString('utf8'));
  });
  // A program that does not read its input closes the pipe: that is its right.
  child.stdin.on('error', () => undefined);
  child.stdin.end(options.input ?? '');
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', exitCode =>
      resolve({
        exitCode,
        stdout: Buffer.concat(stdout).toString('utf8'),
        stderr: Buffer.concat(stderr).toString('utf8'),
      }),
    );
  });
}
