import { applyLoad } from '../load/load';
import { postgresLimit } from '../limits/run-limit';
import type { Finding } from '../report/finding';
import { flushCount } from '../stack/database';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

/** Few enough that each User's token was seen before; its ES256 verification is the business of the case `tokens`. */
const USERS = 100;
const WARM_UP_SECONDS = 3;

/** One message at a time, beside one durable insert at a time; and how often the log went to disk for it. */
export async function latency(run: BenchRun): Promise<Finding[]> {
  const { descriptor, databaseUrl } = run.stack;
  const port = portOf(descriptor.provider.url);
  const users = new PersonalAgentUsers(descriptor, USERS, descriptor.sandbox.brands[0]?.interfaceUrl ?? '');
  const load = (seconds: number) =>
    applyLoad({ port, connections: 1, until: { seconds }, next: users.newConversations() });
  await load(WARM_UP_SECONDS);
  const figures = await interleaved(run.rounds, {
    limit: () => postgresLimit(run.limitUrl, 'insert', { seconds: run.seconds, connections: 1 }),
    ours: async () => {
      const before = await flushCount(databaseUrl);
      const figures = await load(run.seconds);
      return { ...figures, flushesEach: ((await flushCount(databaseUrl)) - before) / figures.requests };
    },
  });
  return [
    {
      name: 'message:send, new context, one at a time, p50',
      unit: 'ms',
      ours: medianOf(figures.ours, round => round.p50),
      beside: { name: 'insert, one at a time, p50', value: medianOf(figures.limit, limit => limit.p50) },
      goal: { kind: 'ratio-at-most', bound: 5 },
      connections: 1,
      users: USERS,
      details: {
        ...loadDetails(figures.ours),
        'log flushes a message': medianOf(figures.ours, round => round.flushesEach),
      },
    },
  ];
}
