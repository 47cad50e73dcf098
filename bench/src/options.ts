import { parseArgs } from 'node:util';

/** What a run of the bench measures, and how long. */
export interface BenchOptions {
  /** Names of cases; empty = all. */
  readonly only: readonly string[];
  /** Of each part of each round. */
  readonly seconds: number;
  readonly rounds: number;
  readonly users: number;
  readonly longTurns: number;
  readonly memoryMessages: number;
  /** Whether docs/benchmarks.md is written. */
  readonly record: boolean;
}

/** The command line cannot be used; the message says why. */
export class UsageError extends Error {}

export const HELP = `npm run bench [-- options]

Starts a stack of its own and measures it beside what the machine can do.

  --only NAME     one case only; may be given several times
  --seconds N     how long each part of each round takes (default 4)
  --quick         one round of one second, fewer turns and messages: to see that it works
  --record        writes the figures into docs/benchmarks.md; takes every case at full length
  --help          this page
`;

const FULL = { seconds: 4, rounds: 3, users: 2_000, longTurns: 5_000, memoryMessages: 200_000 };
const QUICK = { seconds: 1, rounds: 1, users: 200, longTurns: 200, memoryMessages: 5_000 };

/** In: the words after the program, and the names of all cases. Throws UsageError. */
export function readOptions(words: readonly string[], cases: readonly string[]): BenchOptions | 'help' {
  const values = parsed(words);
  if (values.help) return 'help';
  const unknown = values.only.find(name => !cases.includes(name));
  if (unknown !== undefined) throw new UsageError(`no case ${unknown}; there are ${cases.join(', ')}`);
  const seconds = values.seconds === undefined ? undefined : Number(values.seconds);
  if (seconds !== undefined && !(seconds >= 0.1 && seconds <= 600)) {
    throw new UsageError(`--seconds must be a number from 0.1 to 600, not ${values.seconds}`);
  }
  const isPart = values.quick || values.only.length > 0 || (seconds ?? FULL.seconds) < FULL.seconds;
  if (values.record && isPart) throw new UsageError('--record takes every case at full length');
  const lengths = values.quick ? QUICK : FULL;
  return { ...lengths, ...(seconds !== undefined && { seconds }), only: values.only, record: values.record };
}

function parsed(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        only: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string' },
        quick: { type: 'boolean', default: false },
        record: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code?.startsWith('ERR_PARSE_ARGS')) throw new UsageError((error as Error).message);
    throw error;
  }
}
