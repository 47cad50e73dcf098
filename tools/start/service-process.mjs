import { spawn } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { logEnd } from '../process/log-end.mjs';
import { endProcess, processMark } from '../process/process-table.mjs';
import { workspaceRoot } from '../workspace/root.mjs';
import { followLog, rotateLog } from './log-tail.mjs';

const followLauncher = fileURLToPath(new URL('./follow-launcher.cjs', import.meta.url));
const crashLines = 20;

/** How an app is asked to stop: it drains and ends its work first. */
const stopSteps = /** @type {const} */ ([
  { signal: 'SIGTERM', seconds: 45 },
  { signal: 'SIGKILL', seconds: 5 },
]);

/** Runs one app and watches it. */
export class ServiceProcess {
  /**
   * @param {import('./services.mjs').Service} service
   * @param {string} logDir
   * @param {(line: string) => void} show told the app's warnings and errors
   */
  constructor(service, logDir, show) {
    this.service = service;
    this.logFile = path.join(logDir, `${service.name}.log`);
    mkdirSync(logDir, { recursive: true, mode: 0o700 });
    rotateLog(this.logFile);
    this.logStart = 0;
    this.child = this.#spawn();
    this.pid = this.child.pid ?? 0;
    this.mark = processMark(this.pid) ?? '';
    const unfollow = followLog(this.logFile, line => show(`${service.name}: ${line}`));
    this.isOver = false;
    /** @type {Promise<string>} how it ended, in words */
    this.ended = new Promise(resolve => {
      this.child.once('error', error => resolve(error.message));
      this.child.once('exit', (code, signal) =>
        resolve(signal ? `was ended by ${signal}` : `ended with code ${code}`),
      );
    });
    void this.ended.then(() => {
      this.isOver = true;
      unfollow();
    });
  }

  /** In a process group of its own: a Ctrl-C at the terminal is for the launcher, which stops things in order. */
  #spawn() {
    const { name, port, env } = this.service;
    const log = openSync(this.logFile, 'a', 0o600);
    this.logStart = fstatSync(log).size;
    try {
      return spawn(process.execPath, ['--require', followLauncher, `apps/${name}/dist/main.js`], {
        cwd: workspaceRoot,
        env: { ...process.env, ...env, SURETY_PORT: String(port) },
        stdio: ['ignore', log, log, 'ipc'],
        detached: true,
      });
    } finally {
      closeSync(log);
    }
  }

  /**
   * Waits until the app says that it and what it depends on are ready; a long migration may take its time.
   * @param {AbortSignal} signal
   */
  async ready(signal) {
    while (!this.isOver) {
      signal.throwIfAborted();
      const answer = await fetch(`http://localhost:${this.service.port}/health/ready`, { signal }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      signal.throwIfAborted();
      if (answer?.status === 200) return;
      await delay(50);
    }
    throw new Error(await this.crashReport());
  }

  /** How it ended and the last it said. @returns {Promise<string>} */
  async crashReport() {
    const how = await this.ended;
    const lines = logEnd(this.logFile, this.logStart, crashLines);
    return `${this.service.name} ${how}. Its last log lines (${this.logFile}):\n${lines}`;
  }

  /** Stops it and waits until it is gone. */
  async stop() {
    if (!this.isOver) await endProcess(this.pid, this.mark, stopSteps);
  }

  /** Ends it at once. */
  kill() {
    if (!this.isOver) this.child.kill('SIGKILL');
  }
}
