import { setTimeout as pause } from 'node:timers/promises';

/** Long enough for a restarting endpoint to miss one attempt and short against any deadline. */
const PAUSE_MS = 100;

/** The pause before another attempt, never longer than `leftMs`; an abort ends it early, and the next attempt then says so. */
export async function beforeAnotherAttempt(leftMs: number, signal: AbortSignal): Promise<void> {
  const ms = Math.min(PAUSE_MS, Math.max(0, leftMs));
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}
