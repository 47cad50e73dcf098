import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The built program, which a crash test needs: a killed process cannot be the one that tests. */
const PROGRAM = join(__dirname, '..', '..', 'dist', 'main.js');
const START_MS = 60_000;

/** How a process ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The Provider as the process that operators run. */
export class ProviderProcess {
  /** Settles when the process has ended, whoever ended it. */
  readonly ended: Promise<ProcessEnd>;
  /** Every line of its log so far. */
  readonly log: string[] = [];
  origin = '';

  private constructor(private readonly child: ChildProcess) {
    this.ended = new Promise(resolve => child.once('exit', (code, signal) => resolve({ code, signal })));
  }

  /** Starts one and waits until it listens. Throws with its log when it ends before, or needs more than a minute. */
  static async start(env: Readonly<Record<string, string>>): Promise<ProviderProcess> {
    if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is not built; run: npm run build`);
    const child = spawn(process.execPath, [PROGRAM], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const provider = new ProviderProcess(child);
    await provider.listens();
    return provider;
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** Sends a signal and waits for the end. */
  async end(signal: NodeJS.Signals): Promise<ProcessEnd> {
    if (this.running) this.child.kill(signal);
    return this.ended;
  }

  private async listens(): Promise<void> {
    const { stdout, stderr } = this.child;
    if (!stdout || !stderr) throw new Error('the process has no output');
    stderr.on('data', chunk => this.log.push(String(chunk)));
    const listening = new Promise<void>(resolve => {
      createInterface({ input: stdout }).on('line', line => {
        this.log.push(line);
        const origin = originOf(line);
        if (origin === undefined) return;
        this.origin = origin;
        resolve();
      });
    });
    const failure = this.ended.then(({ code, signal }) => `ended with ${code ?? signal}`);
    const late = new Promise<string>(resolve => setTimeout(resolve, START_MS, 'is not up in time').unref());
    const fault = await Promise.race([listening, failure, late]);
    if (fault === undefined) return;
    this.child.kill('SIGKILL');
    throw new Error(`the Provider ${fault}:\n${this.log.join('\n')}`);
  }
}

/** The log says where it listens, once, as its last line of starting. */
function originOf(line: string): string | undefined {
  if (!line.includes('"listening"')) return undefined;
  const { msg, origins } = JSON.parse(line) as { msg?: string; origins?: string[] };
  return msg === 'listening' ? origins?.[0] : undefined;
}
