import { invariant } from '@surety/kernel';
import { type LoadFigures, applyLoad } from '../load/load';
import type { Answer } from '../load/response-reader';
import { postgresLimit } from '../limits/run-limit';
import type { Finding } from '../report/finding';
import { DelegatedUsers } from '../stack/delegated-users';
import { DeviceCodeRequests } from '../stack/device-code-requests';
import { type BenchRun, interleaved, loadDetails, medianOf, portOf } from './bench-run';

const CONNECTIONS = 32;
const LIMIT_CONNECTIONS = 10;
const WARM_UP_SECONDS = 2;
/** Ten codes a minute is the most that one User gets (P26); a token is good for several of them. */
const USERS_A_SECOND = 2_000;
/** Of the authorization server's own port, beside the public one: an ingress routes to it by path. */
const PORT_OFFSET = 6;

/** What a poll is answered before the User has decided (RFC 8628 3.5); anything else would be no poll to measure. */
function isPending({ status, body }: Answer): void {
  const { error } = JSON.parse(body.toString()) as { error?: string };
  invariant(
    status === 400 && error === 'authorization_pending',
    `a poll was answered with ${status}: ${body}`,
  );
}

/** Device codes, and the first poll of each, beside one durable transaction each; and over the public origin, one hop further. */
export async function deviceCodes(run: BenchRun): Promise<Finding[]> {
  const { descriptor } = run.stack;
  const publicPort = portOf(descriptor.provider.url);
  const port = publicPort + PORT_OFFSET;
  const { server } = await DelegatedUsers.of(descriptor);
  const users = Math.ceil(run.seconds * USERS_A_SECOND);
  const requests = new DeviceCodeRequests(descriptor, server, users);
  const issue = (seconds = run.seconds, at = port) =>
    applyLoad({
      port: at,
      connections: CONNECTIONS,
      until: { seconds },
      next: requests.authorizations(),
      heard: requests.remember,
    });
  const poll = async (): Promise<LoadFigures> => {
    const { next, count } = requests.firstPolls();
    const until = { requests: count };
    const figures = await applyLoad({ port, connections: CONNECTIONS, until, next, heard: isPending });
    return { ...figures, failures: 0 };
  };
  await issue(WARM_UP_SECONDS);
  await poll();
  const figures = await interleaved(run.rounds, {
    limit: () =>
      postgresLimit(run.limitUrl, 'tx_insert_update', {
        seconds: run.seconds,
        connections: LIMIT_CONNECTIONS,
      }),
    issued: () => issue(),
    polled: () => poll(),
    handedOn: () => issue(run.seconds, publicPort),
  });
  const common = {
    unit: '/s',
    beside: {
      name: `tx_insert_update, ${LIMIT_CONNECTIONS} connections`,
      value: medianOf(figures.limit, limit => limit.perSecond),
    },
    goal: { kind: 'ratio-at-least', bound: 0.35 },
    connections: CONNECTIONS,
    users,
  } as const;
  return [
    {
      ...common,
      name: 'device authorization',
      ours: medianOf(figures.issued, round => round.perSecond),
      details: loadDetails(figures.issued),
    },
    {
      ...common,
      name: 'first poll of a device code (authorization_pending)',
      ours: medianOf(figures.polled, round => round.perSecond),
      details: loadDetails(figures.polled),
    },
    {
      ...common,
      goal: undefined,
      name: 'device authorization, handed on by the Provider',
      ours: medianOf(figures.handedOn, round => round.perSecond),
      details: loadDetails(figures.handedOn),
    },
  ];
}
