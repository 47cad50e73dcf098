import { setTimeout as delay } from 'node:timers/promises';

/** Enough looks in a row that every one of a few replicas behind a proxy was seen. */
const IN_A_ROW = 4;

/**
 * Waits until something holds at every replica: until `holds` says so a few times in a row. Rejects when it does not within
 * `withinMs`; what takes effect on all routes has a second (PACT wire 9), and starting up may take longer.
 */
export async function until(holds: () => Promise<boolean>, withinMs = 10_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  for (let row = 0; row < IN_A_ROW;) {
    row = (await holds()) ? row + 1 : 0;
    if (row === IN_A_ROW) return;
    if (performance.now() > deadline) throw new Error(`does not hold within ${withinMs} ms: ${holds}`);
    if (row === 0) await delay(20);
  }
}
