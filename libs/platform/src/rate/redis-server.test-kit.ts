import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closedPort } from '../egress/loopback-server.test-kit';

/** Whether a redis-server is installed; with `CI=true` a missing one is a failure, else tests say that it is missing. */
export function redisServerInstalled(): boolean {
  const installed = spawnSync('redis-server', ['--version']).status === 0;
  if (!installed && process.env['CI'] === 'true') throw new Error('redis-server is not installed');
  return installed;
}

/** A redis-server of a test's own, on a free port, which can be stopped and started again. */
export class RedisTestServer {
  private child: ChildProcess | undefined;
  private readonly folder = mkdtempSync(join(tmpdir(), 'surety-redis-'));

  private constructor(readonly port: number) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<RedisTestServer> {
    const server = new RedisTestServer(await closedPort());
    await server.run();
    return server;
  }

  async run(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--dir', this.folder];
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      child.once('exit', code => reject(new Error(`redis-server ended with ${code}`)));
      child.stdout.on('data', text => {
        if (String(text).includes('Ready to accept connections')) resolve();
      });
    });
  }

  async halt(): Promise<void> {
    const { child } = this;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise(resolve => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.halt();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
