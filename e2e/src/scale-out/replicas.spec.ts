import { randomUUID } from 'node:crypto';
import { StubBrand, assertBare401, assertBare404, assertEnvelope, assertReply, says } from '@surety/testing';
import { StubPersonalAgent, userMessage } from '@surety/testing';
import { AdminApi, type CreatedBrand, scriptAgent, webhookAgent } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { BrandEndpoint } from '../stack/brand-endpoint';
import { RegisteredAgent, sandboxBrand, sandboxToken } from '../stack/registered-agent';
import { readStack, replicaOrigins } from '../stack/stack-descriptor';
import { until } from '../stack/until';

const admin = new AdminApi();
const { provider } = readStack();
const origins = replicaOrigins();

/** A Brand as one replica serves it. */
function at(index: number, { interfaceUrl }: { interfaceUrl: string }): BrandEndpoint {
  const origin = origins[index % origins.length] ?? '';
  return new BrandEndpoint(interfaceUrl.replace(provider.url, origin));
}

const brand = sandboxBrand();

describe('two replicas of the Provider', () => {
  it('are two, and print the public address alike', async () => {
    expect(new Set(origins).size).toBeGreaterThanOrEqual(2);
    const cards = await Promise.all(origins.map((_origin, index) => ask(at(index, brand).cardUrl)));
    for (const card of cards) {
      expect(card.text).toBe(cards[0]?.text);
      expect(card.text).toContain(`"url":"${provider.url}/a2a/`);
    }
  });

  it('[PACT-3.1-disable] [PACT-3.2-unknown] disable on one: the next message on any other is refused', async () => {
    const agent = await RegisteredAgent.register();
    try {
      const token = agent.token();
      for (let round = 0; round < 10; round += 1) {
        for (const [index] of origins.entries())
          assertReply(await at(index, brand).send(token, userMessage('Warm')));
        await agent.turn('disable');
        assertBare401(await at(round, brand).send(token, userMessage('Hi')));
        assertBare401(await at(round + 1, brand).send(token, userMessage('Hi')));
        for (const [index] of origins.entries()) {
          await until(async () => (await at(index, brand).route('tasks', token)).status === 401, 1_000);
        }
        await agent.turn('enable');
        for (const [index] of origins.entries()) {
          await until(async () => (await at(index, brand).route('tasks', token)).status === 200, 1_000);
        }
      }
    } finally {
      await agent.stop();
    }
  });

  it('close a Brand: its next message is 404 everywhere, its card within a second', async () => {
    for (let round = 0; round < 3; round += 1) {
      const created = await admin.createBrand(scriptAgent('Hello.'));
      const token = sandboxToken();
      for (const [index] of origins.entries())
        assertReply(await at(index, created).send(token, userMessage('Warm')));
      await admin.call('POST', `/brands/${created.id}/close`, {});
      for (const [index] of origins.entries()) {
        assertBare404(await at(round + index, created).send(token, userMessage('Hi')));
      }
      for (const [index] of origins.entries()) {
        await until(async () => (await ask(at(index, created).cardUrl)).status === 404, 1_000);
        assertBare404(await at(index, created).route('tasks', token));
      }
    }
  });

  it('show a changed card, and answer by a changed script, within a second', async () => {
    const created = await admin.createBrand(scriptAgent('Old.'));
    const token = sandboxToken();
    for (const [index] of origins.entries()) {
      expect(assertReply(await at(index, created).send(token, userMessage('Hi'))).text).toBe('Old.');
    }
    await admin.call('PATCH', `/brands/${created.id}`, { name: 'Renamed', agent: scriptAgent('New.') });
    for (const [index] of origins.entries()) {
      await until(async () => (await ask(at(index, created).cardUrl)).text.includes('"Renamed"'), 1_000);
      expect(assertReply(await at(index, created).send(token, userMessage('Hi'))).text).toBe('New.');
    }
  });

  it('[PACT-4.2-continue] [PACT-4.3-stored] hold one conversation, turn by turn', async () => {
    const token = sandboxToken();
    const opening = userMessage('Hello');
    const first = assertReply(await at(0, brand).send(token, opening));
    const { contextId } = first;
    expect(assertReply(await at(1, brand).send(token, { ...opening, contextId }))).toEqual(first);
    for (let turn = 1; turn < 6; turn += 1) {
      const message = userMessage(`turn ${turn}`, { contextId });
      const reply = assertReply(await at(turn, brand).send(token, message));
      expect(reply.contextId).toBe(contextId);
      expect(assertReply(await at(turn + 1, brand).send(token, message))).toEqual(reply);
    }
  });

  it('[PACT-3.1-rotation] each find a new key', async () => {
    const agent = await RegisteredAgent.register();
    try {
      agent.stub.rotate();
      for (const [index] of origins.entries()) {
        expect((await at(index, brand).route('tasks', agent.token())).status).toBe(200);
      }
    } finally {
      await agent.stop();
    }
  });

  it('[PACT-6-rate-limit] count one User together', async () => {
    const limits = { perUserPerSecond: 1, perUserBurst: 20, perSecond: null };
    const stub = await StubPersonalAgent.start();
    const agent = await RegisteredAgent.register({ stub, more: { limits }, firstToken: () => null });
    try {
      await agent.served(agent.token({ sub: 'warm-up' }));
      const token = agent.token({ sub: 'busy' });
      const since = performance.now();
      let taken = 0;
      for (let sent = 0; sent < 100; sent += 1) {
        if ((await at(sent, brand).route('tasks', token)).status === 200) taken += 1;
      }
      const most = 20 + Math.ceil((performance.now() - since) / 1_000);
      expect(taken).toBeLessThanOrEqual(most);
      expect(taken).toBeGreaterThanOrEqual(10);
    } finally {
      await agent.stop();
    }
  });
});

describe('turns across replicas', () => {
  let stub: StubBrand;
  let created: CreatedBrand;
  beforeAll(async () => {
    stub = await StubBrand.start();
    created = await admin.createBrand(webhookAgent(stub.url));
  });
  beforeEach(() => {
    stub.deliveries.length = 0;
    stub.behave(says('Hi.'));
  });
  afterAll(() => stub.stop());

  it('[PACT-4.3-pending] one message sent to all of them at once runs once', async () => {
    const token = sandboxToken();
    const { contextId } = assertReply(await at(0, created).send(token, userMessage('Hello')));
    stub.behave({ kind: 'late', afterMs: 300, reply: says('Once.') });
    const message = userMessage('Hi', { contextId });
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => at(index, created).send(token, message)),
    );
    const replies = answers.filter(({ status }) => status === 200).map(assertReply);
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertEnvelope(answer, 'INVALID_PARAMS');
    expect(stub.deliveries).toHaveLength(2);
  });

  it('one first message with an Idempotency-Key opens one conversation', async () => {
    const [token, message, key] = [sandboxToken(), userMessage('Hi'), randomUUID()];
    const send = (index: number) =>
      at(index, created).send(token, message, { headers: { 'Idempotency-Key': key } });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => send(index)));
    const replies = answers.filter(({ status }) => status === 200).map(assertReply);
    expect(new Set(replies.map(({ contextId }) => contextId)).size).toBe(1);
    expect(stub.deliveries).toHaveLength(1);
    expect(assertReply(await send(0))).toEqual(assertReply(await send(1)));
  });

  it('messages of one context run in one order, each as soon as the one before has ended', async () => {
    const token = sandboxToken();
    const { contextId } = assertReply(await at(0, created).send(token, userMessage('Hello')));
    let running = 0;
    let atOnce = 0;
    stub.behave(async ({ turn }) => {
      running += 1;
      atOnce = Math.max(atOnce, running);
      await new Promise(resolve => setTimeout(resolve, 50));
      running -= 1;
      return says(`You said ${turn?.text}`);
    });
    const since = performance.now();
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(
      texts.map((text, index) => at(index, created).send(token, userMessage(text, { contextId }))),
    );
    expect(answers.map(answer => assertReply(answer).text)).toEqual(texts.map(text => `You said ${text}`));
    expect(atOnce).toBe(1);
    expect(performance.now() - since).toBeLessThan(8 * 250);
    const numbers = stub.deliveries
      .slice(1)
      .map(({ bytes }) => (JSON.parse(bytes.toString()) as Turn).turnNumber);
    expect(numbers).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('[PACT-4.2-close] a conversation closed at one is closed at the others', async () => {
    stub.behave(says('Goodbye.', true));
    const token = sandboxToken();
    const { contextId } = assertReply(await at(0, created).send(token, userMessage('Bye')));
    for (const [index] of origins.entries()) {
      const answer = await at(index, created).send(token, userMessage('More', { contextId }));
      assertEnvelope(answer, 'UNSUPPORTED_OPERATION');
    }
  });
});

interface Turn {
  readonly turnNumber: number;
}
