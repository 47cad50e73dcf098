import { applyLoad } from '../load/load';
import type { Finding } from '../report/finding';
import { DelegatedUsers } from '../stack/delegated-users';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

const CONNECTIONS = 32;
/** Each logs in over real pages before anything is measured. */
const USERS = 100;
const WARM_UP_SECONDS = 3;

/** What a delegation token and a signed receipt cost: the same Users, the same Brand, with and without. */
export async function delegated(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const port = portOf(descriptor.provider.url);
  const brand = descriptor.sandbox.delegatedBrand.interfaceUrl;
  const logins = await DelegatedUsers.of(descriptor);
  const users = new PersonalAgentUsers(descriptor, USERS, brand);
  const tokens: string[] = [];
  for (let user = 0; user < USERS; user += 1) tokens.push(await logins.token(users.sub(user)));
  const load = (next: () => Buffer, seconds = run.seconds) =>
    applyLoad({ port, connections: CONNECTIONS, until: { seconds }, next });
  await load(users.newConversations(), WARM_UP_SECONDS);
  await load(users.newConversations(tokens), WARM_UP_SECONDS);
  const figures = await interleaved(run.rounds, {
    identity: () => load(users.newConversations()),
    delegated: () => load(users.newConversations(tokens)),
  });
  return [
    {
      name: 'message:send under a delegation token, new context, signed receipt',
      unit: '/s',
      ours: medianOf(figures.delegated, round => round.perSecond),
      beside: {
        name: 'the same as an identity turn',
        value: medianOf(figures.identity, round => round.perSecond),
      },
      goal: { kind: 'ratio-at-least', bound: 0.65 },
      connections: CONNECTIONS,
      users: USERS,
      details: loadDetails(figures.delegated),
    },
  ];
}
