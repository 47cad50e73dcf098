import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../postgres/server.mjs';
import { AdminClient } from './admin-client.mjs';
import { requireFreePorts } from './ports.mjs';
import { seedSandbox } from './sandbox-seed.mjs';
import { ownerToken, stackSecrets } from './secrets.mjs';
import { ServiceProcess } from './service-process.mjs';
import { stackAddresses, stackServices } from './services.mjs';
import { StackDescriptorFile, describeStack, writePrivately } from './stack-descriptor.mjs';

/** @typedef {import('../workspace/screen.mjs').Screen} Screen */

const cardSeconds = 15;

/** Everything that `npm start` runs, from the database up. Start it once; stop it whatever became of the start. */
export class Stack {
  /**
   * @param {object} options
   * @param {string} options.dataDir a folder that this process has taken
   * @param {number} options.portBase
   * @param {import('../process/folder-owner.mjs').FolderClaim} options.claim
   * @param {Screen} options.screen
   */
  constructor({ dataDir, portBase, claim, screen }) {
    this.dataDir = realpathSync(dataDir);
    this.portBase = portBase;
    this.claim = claim;
    this.screen = screen;
    this.addresses = stackAddresses(portBase);
    this.descriptorFile = new StackDescriptorFile(this.dataDir);
    this.databaseUrlFile = path.join(this.dataDir, 'database.url');
    /** @type {ServiceProcess[]} */
    this.processes = [];
    /** @type {import('../postgres/server.mjs').PostgresServer | undefined} */
    this.postgres = undefined;
    /** @type {(reason: Error) => void} */
    this.fail = () => {};
    /** @type {Promise<never>} rejects when something that should run has ended */
    this.failed = new Promise((_, reject) => (this.fail = reject));
    this.failed.catch(() => {});
    this.isStopping = false;
  }

  /**
   * Starts all, seeds the sandbox, and publishes the descriptor when everything answers.
   * @param {AbortSignal} signal
   */
  async start(signal) {
    const secrets = stackSecrets(this.dataDir);
    const databaseUrl = process.env.DATABASE_URL || (await this.#startPostgres(signal));
    const services = stackServices({ ...this, databaseUrl, files: secrets.files });
    await requireFreePorts(services.map(({ port, name }) => ({ port, service: name })));
    this.screen.note(`starting ${services.map(service => service.name).join(', ')}`);
    for (const service of services) this.#startService(service);
    await Promise.race([this.failed, Promise.all(this.processes.map(service => service.ready(signal)))]);

    this.screen.note('seeding the sandbox');
    const admin = new AdminClient(this.addresses.admin, ownerToken(secrets.adminKey, this.addresses.admin));
    const seeded = await Promise.race([this.failed, seedSandbox(admin, this.addresses.sandbox)]);
    const { interfaceUrl } = seeded.delegatedBrand;
    writePrivately(secrets.files.sandboxBrand, `${JSON.stringify({ interfaceUrl })}\n`);
    const descriptor = describeStack({ ...secrets, addresses: this.addresses, seeded });
    await Promise.race([
      this.failed,
      cardsAnswer(this.portBase, [...descriptor.sandbox.brands, descriptor.sandbox.delegatedBrand], signal),
    ]);
    this.descriptorFile.publish(descriptor, secrets.adminKey);
    return descriptor;
  }

  /** @param {AbortSignal} signal @returns {Promise<string>} the URL of its database */
  async #startPostgres(signal) {
    const port = this.addresses.postgresPort;
    const postgres = await startPostgres({
      dataDir: this.dataDir,
      port,
      beforeLaunch: () => requireFreePorts([{ port, service: 'PostgreSQL' }]),
      say: line => this.screen.note(line),
    });
    this.postgres = postgres;
    writePrivately(this.databaseUrlFile, `${postgres.url}\n`);
    void postgres.ended.then(lines => this.#hasEnded(`PostgreSQL ended. Its last log lines:\n${lines}`));
    signal.throwIfAborted();
    this.screen.note(`PostgreSQL is up on port ${port}`);
    return postgres.url;
  }

  /** @param {import('./services.mjs').Service} service */
  #startService(service) {
    const running = new ServiceProcess(service, path.join(this.dataDir, 'logs'), line =>
      this.screen.line(line),
    );
    this.processes.push(running);
    this.claim.addChild(service.name, running.pid);
    void running.ended.then(async () => this.#hasEnded(await running.crashReport()));
  }

  /** @param {string} report */
  #hasEnded(report) {
    if (!this.isStopping) this.fail(new Error(report));
  }

  /** Stops what runs: first what takes messages, last the database; the descriptor goes before all. */
  async stop() {
    this.isStopping = true;
    this.descriptorFile.remove();
    await Promise.all(this.processes.map(service => service.stop()));
    await this.postgres?.stop();
    rmSync(this.databaseUrlFile, { force: true });
  }

  /** Ends the apps without waiting; PostgreSQL still closes its files. */
  kill() {
    this.isStopping = true;
    for (const service of this.processes) service.kill();
    this.postgres?.interrupt();
  }
}

/**
 * Waits until the Provider knows the Brands, so that the printed command works. It is asked on its own port: the
 * public address may be one of a proxy that is not there yet.
 * @param {number} port @param {readonly { cardUrl: string }[]} brands @param {AbortSignal} signal
 */
async function cardsAnswer(port, brands, signal) {
  const until = Date.now() + cardSeconds * 1000;
  for (const { cardUrl } of brands) {
    const url = `http://localhost:${port}${new URL(cardUrl).pathname}`;
    for (;;) {
      const { status } = await fetch(url, { signal, method: 'HEAD' });
      if (status === 200) break;
      if (Date.now() > until) throw new Error(`${url} answers ${status}.`);
      await delay(50);
    }
  }
}
