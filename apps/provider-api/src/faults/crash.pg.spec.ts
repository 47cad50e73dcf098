import type { StoredAgentConfig } from '@surety/agents';
import {
  type A2aAnswer,
  type StubBehaviour,
  StubBrand,
  type StubPersonalAgent,
  assertEnvelope,
  assertReply,
  says,
} from '@surety/testing';
import { type Letter, PaClient, eventually, letter } from '../test-stack/pa-client.test-kit';
import { DelegatingBrand, assertDelegatedReply, toolAt } from '../test-stack/delegating-brand.test-kit';
import { ProviderProcess } from '../test-stack/provider-process.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';
import { TURN_FAIL_POINTS, type TurnFailPoint } from '../turn/turn-fail-points';
import { CRASHES, type Crash } from './crash-table.test-kit';

const DEADLINE_SECONDS = 2;
/** Agent deadline + 5 s. */
const LEASE_MS = (DEADLINE_SECONDS + 5) * 1_000;
/** Never stuck: lease + 1 s (PACT wire §9); beside it, what a busy machine needs for one exchange. */
const DEFINITE_MS = LEASE_MS + 1_000;
const EXCHANGE_MS = 5_000;

const NO_REPLY = 'No stored reply for this messageId';
const ROWS = TURN_FAIL_POINTS.flatMap(point => CRASHES[point].map(crash => ({ point, ...crash })));

type Row = Crash & { readonly point: TurnFailPoint };

const SCRIPT_WITH_TOOL: StoredAgentConfig = {
  kind: 'script',
  script: {
    rules: [
      {
        ...{ any: ['crash'], all: [], extract: {}, reply: 'It is {{cancel_order.status}}.', close: false },
        tools: [{ tool: 'cancel_order', arguments: {} }],
      },
    ],
    fallback: 'The script answers.',
  },
};

/** Calls its tool, then needs what it may not do; the run after that has the result and answers. */
const stepsUpOnce: StubBehaviour = ({ turn }) => {
  const {
    resumed,
    toolResults = [],
    text,
  } = (turn ?? {}) as unknown as {
    resumed?: boolean;
    toolResults?: { replayed: boolean }[];
    text?: string;
  };
  if (!text?.startsWith('crash')) return says('ok');
  if (resumed === true) return says(toolResults[0]?.replayed === true ? 'kept' : 'lost');
  const body =
    toolResults.length === 0
      ? { toolCalls: [{ id: 'c1', tool: 'cancel_order', arguments: {} }] }
      : { missingScopes: ['refunds:issue'], text: 'May I?' };
  return { kind: 'json', body };
};

/** The text of a reply, which has a receipt when it was sent under a token. */
const textOf = (answer: A2aAnswer): string =>
  (answer.text.includes('pact.receipt') ? assertDelegatedReply(answer) : assertReply(answer)).text;

/** What a crash came to. */
interface Aftermath {
  readonly letter: Letter;
  readonly stub: StubBrand;
  readonly tool: StubBrand;
  /** The context's other message went on. */
  readonly others: Promise<number>;
  /** The text of the reply that the message got in the end, or why it has none. */
  readonly end: Promise<string>;
}

describe('P10: a Provider that is killed', () => {
  let world: RegisteredWorld;
  let client: PaClient;
  let personalAgent: StubPersonalAgent;
  /** The replica that lives on: what the killed one left behind is its to find. */
  let survivor: ProviderProcess;
  const aftermaths = new Map<Row, Aftermath>();

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    personalAgent = await world.personalAgent();
    client = new PaClient(personalAgent, world.audience);
    survivor = await ProviderProcess.start(world.env());
    for (const row of ROWS) aftermaths.set(row, await crash(row));
  }, 300_000);

  afterAll(async () => {
    await survivor.end('SIGTERM');
    await Promise.all([...aftermaths.values()].flatMap(({ stub, tool }) => [stub.stop(), tool.stop()]));
    await world.close();
  }, 60_000);

  /** Sends one message to a Provider that dies over it, and goes on at the survivor in the background. */
  async function crash(row: Row): Promise<Aftermath> {
    const stub = await StubBrand.start();
    const tool = await StubBrand.start({ path: '/tool' });
    const { brandId, token } = await brandOf(row, stub, tool);
    const contextId = row.message === 'next' ? await conversation(brandId) : undefined;
    const plain = letter(brandId, `crash at ${row.point}`, contextId);
    const headers = {
      ...plain.headers,
      ...(token !== undefined && { 'x-a2a-user-delegation': `Bearer ${token}` }),
    };
    const sent = { ...plain, headers };
    const victim = await ProviderProcess.start(world.env({ SURETY_FAIL_POINTS: `${row.point}=kill` }));
    await prepare(row, { stub, brandId, contextId, victim });
    await expect(client.send(victim.origin, sent)).rejects.toThrow();
    expect(await victim.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const killedMs = performance.now();
    if (row.point === 'turn.striking') await stub.back();
    if (row.point === 'turn.waiting') await expire(sent);
    const others = contextId === undefined ? Promise.resolve(0) : goesOn(brandId, contextId);
    return { letter: sent, stub, tool, others, end: definiteEnd(sent, killedMs) };
  }

  async function brandOf(
    { agent }: Row,
    stub: StubBrand,
    tool: StubBrand,
  ): Promise<{ brandId: string; token?: string }> {
    const bounds = { deadlineSeconds: DEADLINE_SECONDS };
    switch (agent) {
      case 'script':
        return { brandId: await world.scriptBrand(bounds) };
      case 'webhook':
      case 'idempotent webhook':
        return {
          brandId: await world.webhookBrand(stub, { ...bounds, idempotent: agent === 'idempotent webhook' }),
        };
      case 'script with a read tool':
        return delegating(SCRIPT_WITH_TOOL, tool, 'read');
      case 'script with a write tool':
        return delegating(SCRIPT_WITH_TOOL, tool, 'write');
      case 'webhook that steps up':
        stub.behave(stepsUpOnce);
        return delegating({ kind: 'webhook', url: stub.url, idempotent: false, headers: {} }, tool, 'write');
    }
  }

  async function delegating(agent: StoredAgentConfig, tool: StubBrand, effect: 'read' | 'write') {
    tool.behave({ kind: 'json', body: { status: 'cancelled' } });
    const brand = await DelegatingBrand.open(world, agent, {
      tools: [toolAt(tool.url, { effect })],
      deadlineSeconds: DEADLINE_SECONDS,
    });
    const scopes = ['orders:read', 'orders:cancel'];
    const grant = await brand.grant(personalAgent, scopes);
    return { brandId: brand.id, token: await brand.token(grant, scopes) };
  }

  async function conversation(brandId: string): Promise<string> {
    const answer = await client.send(survivor.origin, letter(brandId, 'hello'));
    return assertReply(answer).contextId;
  }

  /** Some steps are only passed when the endpoint plays along. */
  async function prepare(
    { point }: Row,
    at: { stub: StubBrand; brandId: string; contextId?: string | undefined; victim: ProviderProcess },
  ): Promise<void> {
    const { stub, brandId, contextId, victim } = at;
    if (point === 'turn.striking') await stub.away();
    if (point === 'turn.failing')
      stub.behave((_, n) => (n === 2 ? { kind: 'json', status: 500, body: {} } : says('ok')));
    if (point !== 'turn.waiting') return;
    stub.behave(({ turn }) => (turn?.text === 'the lower turn' ? { kind: 'hang' } : says('ok')));
    client.send(victim.origin, letter(brandId, 'the lower turn', contextId)).catch(() => undefined);
    await stub.delivered(2);
  }

  /** A waiter's lease is 35 s long; the test lets it run out as time does. */
  async function expire({ messageId }: Letter): Promise<void> {
    await world.run('UPDATE turn SET lease_until = clock_timestamp() WHERE message_id = $1', [messageId]);
  }

  /** Another message of the conversation: milliseconds until it was answered. */
  async function goesOn(brandId: string, contextId: string): Promise<number> {
    const startMs = performance.now();
    assertReply(await client.send(survivor.origin, letter(brandId, 'another message', contextId)));
    return performance.now() - startMs;
  }

  /** Retries until there is a reply or the time is up at which the answer has to be definite. */
  async function definiteEnd(sent: Letter, killedMs: number): Promise<string> {
    return eventually(`an end for ${sent.body}`, DEFINITE_MS + EXCHANGE_MS, async () => {
      const isDue = performance.now() - killedMs > DEFINITE_MS;
      const answer = await client.send(survivor.origin, sent);
      if (answer.status === 200) return textOf(answer);
      assertEnvelope(answer, 'INVALID_PARAMS', NO_REPLY);
      return isDue ? NO_REPLY : undefined;
    });
  }

  const deliveriesOf = ({ stub, letter: { messageId } }: Aftermath) =>
    stub.deliveries.filter(({ turn }) => turn?.messageId === messageId);

  it.each(ROWS)(
    'at $point, $message message, $agent: the message $fate',
    async row => {
      const aftermath = aftermaths.get(row)!;
      const end = await aftermath.end;
      const again = await client.send(survivor.origin, aftermath.letter);
      if (row.fate === 'spent') {
        expect(end).toBe(NO_REPLY);
        assertEnvelope(again, 'INVALID_PARAMS', NO_REPLY);
      } else {
        expect(textOf(again)).toBe(end);
      }
      expect(await aftermath.others).toBeLessThan(DEFINITE_MS + EXCHANGE_MS);
      const deliveries = deliveriesOf(aftermath);
      expect(deliveries).toHaveLength(row.deliveries);
      const keys = new Set(deliveries.map(({ idempotencyKey }) => idempotencyKey));
      expect(keys.size).toBeLessThanOrEqual(row.agent === 'webhook that steps up' ? row.deliveries : 1);
      expect(aftermath.tool.deliveries).toHaveLength(row.toolCalls);
      const kept = await world.run('SELECT reply_text AS text FROM turn WHERE message_id = $1', [
        aftermath.letter.messageId,
      ]);
      expect(kept).toEqual([{ text: row.fate === 'spent' ? null : end }]);
    },
    60_000,
  );

  it('has a crash for every fail point', () => {
    expect(Object.keys(CRASHES).sort()).toEqual([...TURN_FAIL_POINTS].sort());
    for (const point of TURN_FAIL_POINTS) expect(CRASHES[point]).not.toHaveLength(0);
  });
});
