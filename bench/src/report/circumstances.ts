import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import type { DatabaseFacts } from '../stack/database';

/** Under what the figures were taken; nothing that names a machine. */
export interface Circumstances {
  readonly date: string;
  /** Of the checkout; ends in `+` when it holds what is not committed. */
  readonly commit: string;
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string;
  readonly fsync: string;
  readonly synchronousCommit: string;
  readonly secondsEach: number;
  readonly rounds: number;
}

/** In: what the database said of itself, and how long each part was measured. */
export function circumstances(
  checkout: string,
  database: DatabaseFacts,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Circumstances {
  return {
    date: new Date().toISOString().slice(0, 10),
    commit: commitOf(checkout),
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: database.version,
    fsync: database.fsync,
    synchronousCommit: database.synchronousCommit,
    secondsEach: seconds,
    rounds,
  };
}

function commitOf(checkout: string): string {
  try {
    const git = (...words: string[]) =>
      execFileSync('git', words, { cwd: checkout, encoding: 'utf8' }).trim();
    return git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain', '-uno') === '' ? '' : '+');
  } catch {
    return 'unknown';
  }
}
