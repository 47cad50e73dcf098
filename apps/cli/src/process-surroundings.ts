import type { Surroundings } from './surroundings';

/** The real process: its streams, environment, clock and network; Ctrl-C aborts, and a second one ends at once. */
export function processSurroundings(): Surroundings {
  const interrupted = new AbortController();
  process.once('SIGINT', () => interrupted.abort(new Error('interrupted')));
  process.once('SIGTERM', () => interrupted.abort(new Error('terminated')));
  for (const sink of [process.stdout, process.stderr]) quietWhenReaderLeaves(sink);
  return {
    env: process.env,
    cwd: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    clock: { nowMs: () => Date.now() },
    fetch: (url, init) => globalThis.fetch(url, init),
    signal: interrupted.signal,
  };
}

/** `surety … | head -1` closes our output early: that is no failure (EPIPE). */
function quietWhenReaderLeaves(sink: NodeJS.WriteStream): void {
  sink.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}
