import type { LoadFigures } from '../load/load';
import type { StackUnderTest } from '../stack/stack-under-test';
import { median } from '../statistics';

/** What every case is given. */
export interface BenchRun {
  readonly stack: StackUnderTest;
  /** A database of the stack's own PostgreSQL in which limits are measured. */
  readonly limitUrl: string;
  /** How long each part of each round is measured. */
  readonly seconds: number;
  readonly rounds: number;
  /** Distinct Users. */
  readonly users: number;
  /** Seconds from `npm start` on a built checkout with data to the first answered message. */
  readonly secondStartSeconds: number;
  /** Sum of PSS over all processes of the stack, at this moment, in MB. */
  readonly stackMegabytes: () => number;
  /** Turns of the long conversation. */
  readonly longTurns: number;
  /** Messages of the memory case. */
  readonly memoryMessages: number;
  readonly say: (line: string) => void;
}

/**
 * Runs the parts one after the other, round by round, so that whatever else the machine does falls on all of them.
 * Out: what each part gave, round by round.
 */
export async function interleaved<T extends Record<string, () => Promise<unknown>>>(
  rounds: number,
  parts: T,
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> {
  const given: Record<string, unknown[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, part] of Object.entries(parts)) (given[name] ??= []).push(await part());
  }
  return given as { [K in keyof T]: Awaited<ReturnType<T[K]>>[] };
}

/** The median of one member over the rounds. */
export function medianOf<T>(rounds: readonly T[], member: (round: T) => number): number {
  return median(rounds.map(member));
}

/** What a report shows of a load beside its rate. */
export function loadDetails(rounds: readonly LoadFigures[]): Record<string, number> {
  return {
    'p50 ms': medianOf(rounds, round => round.p50),
    'p95 ms': medianOf(rounds, round => round.p95),
    'p99 ms': medianOf(rounds, round => round.p99),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
    'generator cores': medianOf(rounds, round => round.generatorBusy),
  };
}

/** The port of a local origin. */
export const portOf = (url: string): number => Number(new URL(url).port);
