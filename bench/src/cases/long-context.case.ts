import { invariant } from '@surety/kernel';
import { Connection } from '../load/connection';
import type { Finding } from '../report/finding';
import { contextOf } from '../stack/answered-messages';
import { PersonalAgentUsers } from '../stack/personal-agent';
import { openWebhookBrand } from '../stack/webhook-brand';
import { percentile } from '../statistics';
import { type BenchRun, portOf } from './bench-run';

/** Continues one conversation, message after message. */
class Talk {
  private contextId: string | undefined;
  private turns = 0;

  constructor(
    private readonly connection: Connection,
    private readonly users: PersonalAgentUsers,
    private readonly user: number,
  ) {}

  /** One turn. Out: milliseconds until its reply. */
  async turn(): Promise<number> {
    this.turns += 1;
    const contextId = this.contextId;
    const request = this.users.message(this.user, {
      messageId: `m-${this.turns}`,
      ...(contextId !== undefined && { contextId }),
    });
    const sentMs = performance.now();
    const answer = await this.connection.ask(request);
    const elapsedMs = performance.now() - sentMs;
    invariant(answer.status === 200, `turn ${this.turns} was answered with ${answer.status}: ${answer.body}`);
    this.contextId ??= contextOf(answer);
    return elapsedMs;
  }
}

/** What continuing costs in a conversation of many turns, beside one that has just begun, turn by turn in alternation. */
async function compare(
  run: BenchRun,
  agent: string,
  interfaceUrl: string,
  goal: Finding['goal'],
): Promise<Finding> {
  const { descriptor } = run.stack;
  const users = new PersonalAgentUsers(descriptor, run.users, interfaceUrl);
  const connection = await Connection.open(portOf(descriptor.provider.url));
  try {
    const long = new Talk(connection, users, 0);
    for (let turn = 0; turn < run.longTurns; turn += 1) await long.turn();
    const inLong: number[] = [];
    const inNew: number[] = [];
    const endMs = performance.now() + run.rounds * run.seconds * 1000;
    for (let user = 1; performance.now() < endMs; user += 1) {
      const fresh = new Talk(connection, users, user % run.users);
      await fresh.turn();
      inNew.push(await fresh.turn());
      inLong.push(await long.turn());
    }
    return {
      name: `message:send in a context of ${run.longTurns} turns, ${agent} agent, p50`,
      unit: 'ms',
      ours: percentile(inLong, 50),
      beside: { name: 'the same in a context of one turn, p50', value: percentile(inNew, 50) },
      ...(goal && { goal }),
      connections: 1,
      users: Math.min(run.users, inNew.length),
      details: { 'p95 ms': percentile(inLong, 95), 'p99 ms': percentile(inLong, 99), turns: inLong.length },
    };
  } finally {
    connection.close();
  }
}

/** A script agent reads no history, a webhook agent is sent the newest turns of it. */
export async function longContext(run: BenchRun): Promise<Finding[]> {
  const script = run.stack.descriptor.sandbox.brands[0]?.interfaceUrl ?? '';
  const first = await compare(run, 'script', script, { kind: 'ratio-at-most', bound: 1.2 });
  const brand = await openWebhookBrand(run.stack.descriptor);
  try {
    return [first, await compare(run, 'webhook', brand.interfaceUrl, undefined)];
  } finally {
    brand.stop();
  }
}
