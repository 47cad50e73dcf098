import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../postgres/server.mjs';
import { freePortBase } from '../start/ports.mjs';
import { Replica } from './replica.mjs';
import { RoundRobin } from './round-robin.mjs';
import { StartedStack } from './started-stack.mjs';

/** @typedef {{ descriptor: string, replicas: string[] }} RunningReplicas descriptor whose Provider is the proxy, origins of the replicas */

/**
 * Two processes of the Provider, each with an authorization server, behind a proxy that takes turns. The proxy's address is the public one.
 * @template T
 * @param {{ env: NodeJS.ProcessEnv, signal: AbortSignal }} context
 * @param {(stack: RunningReplicas) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withReplicatedStack({ env, signal }, work) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'surety-replicas-'));
  const [proxyPort, portBase] = [await freePort(), await freePortBase()];
  const publicUrl = `http://localhost:${proxyPort}`;
  const proxy = new RoundRobin();
  const words = ['--ephemeral', '--port-base', String(portBase)];
  const stack = new StartedStack(words, { dataDir, env: { ...env, SURETY_PUBLIC_URL: publicUrl } });
  const stop = () => void stack.stop();
  signal.addEventListener('abort', stop);
  /** @type {Replica[]} */
  const seconds = [];
  try {
    await proxy.listen(proxyPort);
    await stack.up();
    const options = { dataDir, publicUrl, portBase: await freePortBase(), env };
    for (const name of ['authorization-server', 'provider-api']) {
      seconds.push(new Replica({ ...options, name }));
    }
    await Promise.all(seconds.map(replica => replica.up()));
    proxy.targets = [portBase, options.portBase];
    const replicas = proxy.targets.map(port => `http://localhost:${port}`);
    return await work({ descriptor: stack.descriptor, replicas });
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all(seconds.map(replica => replica.stop()));
    await stack.stop();
    await proxy.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
