import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { stackSecrets } from '../start/secrets.mjs';
import { stackAddresses, stackServices } from '../start/services.mjs';
import { workspaceRoot } from '../workspace/root.mjs';

const startSeconds = 30;
const stopSeconds = 20;

/** One more process of an app beside that of a running stack: the same settings, database and keys. */
export class Replica {
  /**
   * @param {object} options
   * @param {string} options.name of the app
   * @param {string} options.dataDir of the running stack
   * @param {string} options.publicUrl of the running stack
   * @param {number} options.portBase of the replica and its like
   * @param {NodeJS.ProcessEnv} options.env
   */
  constructor({ name, dataDir, publicUrl, portBase, env }) {
    const service = stackServices({
      portBase,
      dataDir,
      databaseUrl: readFileSync(path.join(dataDir, 'database.url'), 'utf8').trim(),
      addresses: { ...stackAddresses(portBase), provider: publicUrl },
      files: stackSecrets(dataDir).files,
    }).find(each => each.name === name);
    if (!service) throw new Error(`${name} is no app of a stack.`);
    this.port = service.port;
    this.child = spawn(process.execPath, [path.join('apps', name, 'dist', 'main.js')], {
      cwd: workspaceRoot,
      env: { ...env, ...service.env, SURETY_PORT: String(service.port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.output = '';
    for (const stream of [this.child.stdout, this.child.stderr]) {
      stream.setEncoding('utf8').on('data', chunk => (this.output += chunk));
    }
    this.isOver = false;
    /** @type {Promise<void>} */
    this.ended = new Promise(resolve => this.child.once('close', () => resolve()));
    void this.ended.then(() => (this.isOver = true));
  }

  /** Waits until it says that it is ready. */
  async up() {
    const until = Date.now() + startSeconds * 1000;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${this.port}/health/ready`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.status === 200) return this;
      if (this.isOver || Date.now() > until) throw new Error(`The replica is not ready:\n${this.output}`);
      await delay(50);
    }
  }

  async stop() {
    if (!this.isOver) this.child.kill('SIGTERM');
    const late = delay(stopSeconds * 1000, undefined, { ref: false }).then(() => this.child.kill('SIGKILL'));
    await Promise.race([this.ended, late]);
    await this.ended;
  }
}
