import { StubBrand, assertEnvelope, assertReply, says } from '@surety/testing';
import { type Letter, PaClient, eventually, letter } from '../test-stack/pa-client.test-kit';
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

/** What a crash came to. */
interface Aftermath {
  readonly letter: Letter;
  readonly stub: StubBrand;
  /** The context's other message went on. */
  readonly others: Promise<number>;
  /** The text of the reply that the message got in the end, or why it has none. */
  readonly end: Promise<string>;
}

describe('P10: a Provider that is killed', () => {
  let world: RegisteredWorld;
  let client: PaClient;
  /** The replica that lives on: what the killed one left behind is its to find. */
  let survivor: ProviderProcess;
  const aftermaths = new Map<Row, Aftermath>();

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    client = new PaClient(await world.personalAgent(), world.audience);
    survivor = await ProviderProcess.start(world.env());
    for (const row of ROWS) aftermaths.set(row, await crash(row));
  }, 300_000);

  afterAll(async () => {
    await survivor.end('SIGTERM');
    await Promise.all([...aftermaths.values()].map(({ stub }) => stub.stop()));
    await world.close();
  }, 60_000);

  /** Sends one message to a Provider that dies over it, and goes on at the survivor in the background. */
  async function crash(row: Row): Promise<Aftermath> {
    const stub = await StubBrand.start();
    const brandId = await brandOf(row, stub);
    const contextId = row.message === 'next' ? await conversation(brandId) : undefined;
    const sent = letter(brandId, `crash at ${row.point}`, contextId);
    const victim = await ProviderProcess.start(world.env({ SURETY_FAIL_POINTS: `${row.point}=kill` }));
    await prepare(row, { stub, brandId, contextId, victim });
    await expect(client.send(victim.origin, sent)).rejects.toThrow();
    expect(await victim.ended).toEqual({ code: null, signal: 'SIGKILL' });
    const killedMs = performance.now();
    if (row.point === 'turn.striking') await stub.back();
    if (row.point === 'turn.waiting') await expire(sent);
    const others = contextId === undefined ? Promise.resolve(0) : goesOn(brandId, contextId);
    return { letter: sent, stub, others, end: definiteEnd(sent, killedMs) };
  }

  async function brandOf({ agent }: Row, stub: StubBrand): Promise<string> {
    if (agent === 'script') return world.scriptBrand({ deadlineSeconds: DEADLINE_SECONDS });
    const idempotent = agent === 'idempotent webhook';
    return world.webhookBrand(stub, { idempotent, deadlineSeconds: DEADLINE_SECONDS });
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
      if (answer.status === 200) return assertReply(answer).text;
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
        expect(assertReply(again).text).toBe(end);
      }
      expect(await aftermath.others).toBeLessThan(DEFINITE_MS + EXCHANGE_MS);
      const deliveries = deliveriesOf(aftermath);
      expect(deliveries).toHaveLength(row.deliveries);
      expect(new Set(deliveries.map(({ idempotencyKey }) => idempotencyKey)).size).toBeLessThanOrEqual(1);
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
