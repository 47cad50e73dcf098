import { setTimeout as systemSleep } from 'node:timers/promises';

/** Waits; a test gives one that does not. */
export type Sleep = (delayMs: number, signal?: AbortSignal) => Promise<void>;

/** The platform's own. */
export const realSleep: Sleep = (delayMs, signal) =>
  systemSleep(delayMs, undefined, signal ? { signal } : {});

/** Waits with `sleep`; an abort throws the signal's own reason. */
export async function pause(sleep: Sleep, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await sleep(delayMs, signal);
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw error;
  }
}
