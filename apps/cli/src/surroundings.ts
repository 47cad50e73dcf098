import type { Clock } from '@surety/kernel';
import type { Fetch } from '@surety/client';

/** Where text goes; `isTTY` decides colours and prompts. */
export interface TextSink {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** Where lines come from. */
export type TextSource = AsyncIterable<Buffer | string> &
  NodeJS.ReadableStream & { readonly isTTY?: boolean };

/** Everything the command line takes from the process, so that a test can give its own. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: TextSource;
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  readonly clock: Clock;
  readonly fetch: Fetch;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  readonly sleep?: (delayMs: number, signal?: AbortSignal) => Promise<void>;
}
