import type { Finding } from '../report/finding';
import type { BenchRun } from './bench-run';

/** How long a second start takes, and what everything that runs takes together, at this moment of the run. */
export async function start(run: BenchRun): Promise<Finding[]> {
  return [
    {
      name: 'second start of a built checkout to the first answered message',
      unit: 's',
      ours: run.secondStartSeconds,
      goal: { kind: 'at-most', bound: 15 },
      connections: 1,
      users: 1,
      details: {},
    },
    {
      name: 'memory of everything together, sum of PSS',
      unit: 'MB',
      ours: run.stackMegabytes(),
      goal: { kind: 'at-most', bound: 700 },
      connections: 0,
      users: 0,
      details: {},
    },
  ];
}
