import { StubBrand, assertEnvelope, assertReply, says } from '@surety/testing';
import { type Letter, PaClient, letter } from '../test-stack/pa-client.test-kit';
import { ProviderProcess } from '../test-stack/provider-process.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

const SENDS = 20;
const AGENT_MS = 1_000;

/** Field row 13: a messageId that arrives many times at once is one run, whatever replica each arrival meets. */
describe('PACT 4.3: twenty sends of one messageId at once', () => {
  let world: RegisteredWorld;
  let client: PaClient;
  let stub: StubBrand;
  let brandId: string;
  let replicas: readonly ProviderProcess[];

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    client = new PaClient(await world.personalAgent(), world.audience);
    stub = await StubBrand.start();
    brandId = await world.webhookBrand(stub);
    replicas = await Promise.all([ProviderProcess.start(world.env()), ProviderProcess.start(world.env())]);
  }, 90_000);

  afterAll(async () => {
    await Promise.all(replicas.map(replica => replica.end('SIGTERM')));
    await stub.stop();
    await world.close();
  }, 60_000);

  const originOf = (n: number, spread: number) => replicas[n % spread]?.origin ?? '';

  async function conversation(): Promise<string> {
    stub.behave(says('hello'));
    const answer = await client.send(originOf(0, 1), letter(brandId, 'hello'));
    stub.behave(({ turn }) => ({ kind: 'late', afterMs: AGENT_MS, reply: says(`You said: ${turn?.text}`) }));
    return assertReply(answer).contextId;
  }

  /** Sends it many times; the texts of the replies, of which there may be several equal ones. */
  async function sendAll(sent: Letter, spread: number): Promise<string[]> {
    const sends = Array.from({ length: SENDS }, (_, n) => client.send(originOf(n, spread), sent));
    const replies = [];
    for (const answer of await Promise.all(sends)) {
      if (answer.status === 200) replies.push(answer.text);
      else assertEnvelope(answer, 'INVALID_PARAMS');
    }
    return replies;
  }

  it.each([
    ['in a conversation, to one process', 'next', 1],
    ['in a conversation, to two processes', 'next', 2],
    ['as a first message with an Idempotency-Key, to two processes', 'first', 2],
  ] as const)(
    '%s: one run, one reply, no server fault',
    async (_, kind, spread) => {
      const contextId = await conversation();
      const sent = letter(brandId, 'twenty times', kind === 'next' ? contextId : undefined);
      const replies = await sendAll(sent, spread);
      expect(replies).not.toHaveLength(0);
      expect(new Set(replies).size).toBe(1);
      expect(stub.deliveries.filter(({ turn }) => turn?.messageId === sent.messageId)).toHaveLength(1);
      const turns = await world.run('SELECT run, state FROM turn WHERE message_id = $1', [sent.messageId]);
      expect(turns).toEqual([{ run: 1, state: 'answered' }]);
      expect((await client.send(originOf(1, 2), sent)).text).toBe(replies[0]);
    },
    60_000,
  );
});
