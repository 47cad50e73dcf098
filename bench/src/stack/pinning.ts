import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Whether servers and this process can be kept on cores of their own. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['--version']).status === 0;

function setCores(pid: number, cores: string): void {
  if (canPin) spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
}

/**
 * Runs `work` with a server on core 0 and this process, which makes the load, on core 1, so that neither takes from the other;
 * without `taskset` the system places both. In: the server's process.
 */
export async function onOwnCores<T>(serverPid: number, work: () => Promise<T>): Promise<T> {
  const everywhere = `0-${availableParallelism() - 1}`;
  setCores(serverPid, '0');
  setCores(process.pid, '1');
  try {
    return await work();
  } finally {
    setCores(serverPid, everywhere);
    setCores(process.pid, everywhere);
  }
}
