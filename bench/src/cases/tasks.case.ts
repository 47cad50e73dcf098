import { applyLoad } from '../load/load';
import { requestBytes } from '../load/request-bytes';
import { cachedTokenServer } from '../limits/run-limit';
import type { Finding } from '../report/finding';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { onOwnCores } from '../stack/pinning';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;
const COLD_TOKENS_A_SECOND = 8_000;

/** An authenticated read without the database, beside the least that a server on the same frameworks can do. */
export async function tasks(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const port = portOf(descriptor.provider.url);
  const users = new PersonalAgentUsers(
    descriptor,
    run.users,
    descriptor.sandbox.brands[0]?.interfaceUrl ?? '',
  );
  const provider = run.stack.pidOf('provider-api');
  const limit = await cachedTokenServer();
  const limitRequest = requestBytes({ method: 'GET', path: '/cached', token: limit.token });
  const load = (pid: number, at: number, next: () => Buffer, seconds = run.seconds) =>
    onOwnCores(pid, () => applyLoad({ port: at, connections: CONNECTIONS, until: { seconds }, next }));
  const ours = (seconds?: number) => load(provider, port, users.listTasks(), seconds);
  const theirs = (seconds?: number) => load(limit.pid, limit.port, () => limitRequest, seconds);
  try {
    await theirs(WARM_UP_SECONDS);
    await ours(WARM_UP_SECONDS);
    const figures = await interleaved(run.rounds, { limit: () => theirs(), ours: () => ours() });
    return [
      {
        name: 'GET tasks, token seen before',
        unit: '/s',
        ours: medianOf(figures.ours, round => round.perSecond),
        beside: {
          name: 'Nest on Fastify, cached token',
          value: medianOf(figures.limit, round => round.perSecond),
        },
        goal: { kind: 'ratio-at-least', bound: 0.5 },
        connections: CONNECTIONS,
        users: run.users,
        details: loadDetails(figures.ours),
      },
    ];
  } finally {
    await limit.stop();
  }
}

/** The same read with tokens that were never seen: what one ES256 verification costs. */
export async function coldTokens(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const port = portOf(descriptor.provider.url);
  const users = new PersonalAgentUsers(
    descriptor,
    run.users,
    descriptor.sandbox.brands[0]?.interfaceUrl ?? '',
  );
  const requests = Math.ceil((run.seconds * COLD_TOKENS_A_SECOND) / 4);
  const provider = run.stack.pidOf('provider-api');
  const { ours } = await interleaved(run.rounds, {
    ours: () => {
      const next = users.listTasksOnceEach(requests);
      const load = { port, connections: CONNECTIONS, until: { requests }, next };
      return onOwnCores(provider, () => applyLoad(load));
    },
  });
  return [
    {
      name: 'GET tasks, token never seen (ES256)',
      unit: '/s',
      ours: medianOf(ours, round => round.perSecond),
      connections: CONNECTIONS,
      users: requests,
      details: loadDetails(ours),
    },
  ];
}
