import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PrivateSigningJwk } from '@surety/tokens';

/** What the bench reads of a stack descriptor. */
export interface StackDescriptor {
  readonly provider: { readonly url: string; readonly audience: string };
  readonly admin: { readonly url: string; readonly token: string };
  readonly sandbox: {
    readonly brands: readonly { readonly id: string; readonly interfaceUrl: string }[];
    readonly delegatedBrand: {
      readonly cardUrl: string;
      readonly interfaceUrl: string;
      readonly user: { readonly email: string; readonly password: string };
    };
    readonly personalAgent: { readonly issuer: string; readonly privateJwk: PrivateSigningJwk };
  };
}

/** Where a stack lives, and how to run npm in its checkout. */
export interface StackPlace {
  readonly checkout: string;
  readonly dataDir: string;
  readonly portBase: number;
}

const UP_SECONDS = 120;
const LOOK_MS = 10;
const STOP_SECONDS = 60;

/** A stack as `npm start` makes it, with a PostgreSQL of its own whatever the environment offers. */
export class StackUnderTest {
  private output = '';
  private end: number | NodeJS.Signals | undefined;

  private constructor(
    private readonly place: StackPlace,
    private readonly child: ChildProcess,
  ) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => (this.output += chunk));
    }
    child.once('close', (code, signal) => (this.end = code ?? signal ?? 1));
  }

  /** Resolves when everything answers. Throws with what `npm start` printed when it does not come up. */
  static async start(place: StackPlace): Promise<StackUnderTest> {
    const words = ['start', '--', '--data-dir', place.dataDir, '--port-base', String(place.portBase)];
    const { npm_execpath: npm } = process.env;
    const program = npm === undefined ? ['npm'] : [process.execPath, npm];
    const [file = '', ...before] = program;
    const child = spawn(file, [...before, ...words], {
      cwd: place.checkout,
      env: environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const stack = new StackUnderTest(place, child);
    await stack.up();
    return stack;
  }

  get descriptor(): StackDescriptor {
    return this.read<StackDescriptor>('stack.json');
  }

  /** Of a superuser, to the database of the stack. */
  get databaseUrl(): string {
    return readFileSync(path.join(this.place.dataDir, 'database.url'), 'utf8').trim();
  }

  /** The process of an app. */
  pidOf(app: string): number {
    const { children } = this.read<{ children: { name: string; pid: number }[] }>('owner.json');
    return children.find(({ name }) => name === app)?.pid ?? 0;
  }

  async stop(): Promise<void> {
    if (this.end !== undefined) return;
    const closed = once(this.child, 'close');
    const kill = setTimeout(() => this.child.kill('SIGKILL'), STOP_SECONDS * 1000);
    process.kill(this.read<{ pid: number }>('owner.json').pid, 'SIGTERM');
    await closed;
    clearTimeout(kill);
  }

  private async up(): Promise<void> {
    const endMs = performance.now() + UP_SECONDS * 1000;
    while (!/^Surety runs\.$/m.test(this.output)) {
      if (this.end !== undefined || performance.now() > endMs) {
        throw new Error(`npm start did not come up (${this.end ?? 'too slow'}):\n${this.output}`);
      }
      await new Promise(resolve => setTimeout(resolve, LOOK_MS));
    }
  }

  private read<T>(file: string): T {
    return JSON.parse(readFileSync(path.join(this.place.dataDir, file), 'utf8')) as T;
  }
}

function environment(): NodeJS.ProcessEnv {
  const preload = JSON.stringify(path.join(__dirname, 'collect-garbage.js'));
  const env: NodeJS.ProcessEnv = { ...process.env, NODE_OPTIONS: `--require ${preload}` };
  delete env.DATABASE_URL;
  delete env.REDIS_URL;
  return env;
}
