import { applyLoad } from '../load/load';
import type { Finding } from '../report/finding';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { openWebhookBrand } from '../stack/webhook-brand';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

const CONNECTIONS = 32;
const WARM_UP_SECONDS = 2;

/** New conversations with an agent behind a webhook that answers at once: one more record in the database, one more request. */
export async function webhook(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const brand = await openWebhookBrand(descriptor);
  const users = new PersonalAgentUsers(descriptor, run.users, brand.interfaceUrl);
  const load = (seconds: number) =>
    applyLoad({
      port: portOf(descriptor.provider.url),
      connections: CONNECTIONS,
      until: { seconds },
      next: users.newConversations(),
    });
  try {
    await load(WARM_UP_SECONDS);
    const { ours } = await interleaved(run.rounds, { ours: () => load(run.seconds) });
    return [
      {
        name: 'message:send, new context, webhook agent',
        unit: '/s',
        ours: medianOf(ours, round => round.perSecond),
        connections: CONNECTIONS,
        users: run.users,
        details: loadDetails(ours),
      },
    ];
  } finally {
    brand.stop();
  }
}
