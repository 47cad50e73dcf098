import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import { eventually } from './pa-client.test-kit';

const PROGRAM = join(__dirname, '..', '..', '..', '..', 'tools', 'postgres', 'restartable.mjs');

interface Running {
  readonly url: string;
  readonly pid: number;
}

/** A PostgreSQL of a test's own that can be stopped, killed and started again at the same address. */
export class PostgresProcess {
  private running!: Running;
  private readonly lines: AsyncIterator<string>;

  private constructor(
    private readonly child: ChildProcess,
    output: Interface,
  ) {
    this.lines = output[Symbol.asyncIterator]();
  }

  static async start(): Promise<PostgresProcess> {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
    const postgres = new PostgresProcess(child, createInterface({ input: child.stdout }));
    await postgres.comesUp();
    return postgres;
  }

  /** Of a superuser; always the same. */
  get url(): string {
    return this.running.url;
  }

  /** Ends the server: SIGINT as a fast shutdown, SIGKILL as a crash. Resolves when its process is gone. */
  async end(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const { pid } = this.running;
    process.kill(pid, signal);
    await eventually('the end of PostgreSQL', 30_000, () => !isAlive(pid));
  }

  /** Starts the server again on its data. */
  async startAgain(): Promise<void> {
    this.child.stdin?.write('start\n');
    await this.comesUp();
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    const ended = new Promise(resolve => this.child.once('exit', resolve));
    this.child.stdin?.end();
    await ended;
  }

  private async comesUp(): Promise<void> {
    const { value, done } = await this.lines.next();
    if (done) throw new Error('PostgreSQL did not come up');
    this.running = JSON.parse(value) as Running;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
    throw error;
  }
}
