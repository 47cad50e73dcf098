import { applyLoad } from '../load/load';
import { postgresLimit } from '../limits/run-limit';
import type { Finding } from '../report/finding';
import { answeredMessages } from '../stack/answered-messages';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

const CONNECTIONS = 32;
const LIMIT_CONNECTIONS = 10;
const RETRIED = 2_000;
const WARM_UP_SECONDS = 3;

/** New conversations and retries of answered messages, beside one durable transaction per message. */
export async function messages(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const port = portOf(descriptor.provider.url);
  const users = new PersonalAgentUsers(
    descriptor,
    run.users,
    descriptor.sandbox.brands[0]?.interfaceUrl ?? '',
  );
  const load = (next: () => Buffer, seconds = run.seconds) =>
    applyLoad({ port, connections: CONNECTIONS, until: { seconds }, next });
  await load(users.newConversations(), WARM_UP_SECONDS);
  const repeats = await answeredMessages(users, port, Math.min(RETRIED, run.users));
  await load(repeats(), WARM_UP_SECONDS);
  const figures = await interleaved(run.rounds, {
    limit: () =>
      postgresLimit(run.limitUrl, 'tx_insert_update', {
        seconds: run.seconds,
        connections: LIMIT_CONNECTIONS,
      }),
    sent: () => load(users.newConversations()),
    retried: () => load(repeats()),
  });
  const beside = {
    name: `tx_insert_update, ${LIMIT_CONNECTIONS} connections`,
    value: medianOf(figures.limit, limit => limit.perSecond),
  };
  const common = { unit: '/s', beside, connections: CONNECTIONS } as const;
  return [
    {
      ...common,
      name: 'message:send, new context, script agent',
      ours: medianOf(figures.sent, round => round.perSecond),
      goal: { kind: 'ratio-at-least', bound: 0.35, aim: 0.5 },
      users: run.users,
      details: loadDetails(figures.sent),
    },
    {
      ...common,
      name: 'message:send, retry of an answered message',
      ours: medianOf(figures.retried, round => round.perSecond),
      goal: { kind: 'ratio-at-least', bound: 0.7 },
      users: Math.min(RETRIED, run.users),
      details: loadDetails(figures.retried),
    },
  ];
}
