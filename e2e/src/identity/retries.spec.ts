import { randomUUID } from 'node:crypto';
import { StubBrand, assertEnvelope, assertReply, says, userMessage } from '@surety/testing';
import { AdminApi, type CreatedBrand, webhookAgent } from '../stack/admin-api';
import { sandboxBrand, sandboxToken } from '../stack/registered-agent';

const brand = sandboxBrand();
const newUser = () => `user-${randomUUID()}`;
const NOT_STORED = 'No stored reply for this messageId';

describe('PACT 4.3: a repeated message', () => {
  it('[PACT-4.3-stored] gets the stored reply, whatever its text, again and again', async () => {
    const sub = newUser();
    const message = userMessage('Is my Friday flight on time?');
    const first = assertReply(await brand.send(sandboxToken(sub), message));
    const { contextId } = first;
    for (const parts of [message.parts, [{ text: 'something else' }], [{ text: 'goodbye' }]]) {
      const repeated = { ...message, contextId, parts };
      expect(assertReply(await brand.send(sandboxToken(sub), repeated))).toEqual(first);
    }
    const later = assertReply(await brand.send(sandboxToken(sub), userMessage('Hi', { contextId })));
    expect(later.messageId).not.toBe(first.messageId);
    expect(assertReply(await brand.send(sandboxToken(sub), { ...message, contextId }))).toEqual(first);
  });

  it('[PACT-4.3-stored] message_id names it as well', async () => {
    const sub = newUser();
    const message = userMessage('Hi');
    const first = assertReply(await brand.send(sandboxToken(sub), message));
    const { messageId: message_id, ...rest } = message;
    const snake = { ...rest, messageId: undefined, message_id, contextId: first.contextId };
    expect(assertReply(await brand.send(sandboxToken(sub), snake))).toEqual(first);
  });

  it('[PACT-4.1-message-id] in another context gets a reply of its own', async () => {
    const sub = newUser();
    const message = userMessage('Hi');
    const one = assertReply(await brand.send(sandboxToken(sub), message));
    const other = assertReply(await brand.send(sandboxToken(sub), userMessage('Hello')));
    const again = assertReply(
      await brand.send(sandboxToken(sub), { ...message, contextId: other.contextId }),
    );
    expect(again.contextId).toBe(other.contextId);
    expect([one.messageId, other.messageId]).not.toContain(again.messageId);
  });

  it('[PACT-4.1-message-id] [PACT-6-invalid-params] may not bear the id of an agent’s reply', async () => {
    const sub = newUser();
    const { contextId, messageId } = assertReply(await brand.send(sandboxToken(sub), userMessage('Hi')));
    assertEnvelope(
      await brand.send(sandboxToken(sub), userMessage('Hi', { contextId, messageId })),
      'INVALID_PARAMS',
    );
    const elsewhere = await brand.send(sandboxToken(sub), userMessage('Hi', { messageId }));
    expect(assertReply(elsewhere).contextId).not.toBe(contextId);
  });

  it('is checked as a new one is', async () => {
    const sub = newUser();
    const message = userMessage('Hi');
    const { contextId } = assertReply(await brand.send(sandboxToken(sub), message));
    const send = (changes: object) => brand.send(sandboxToken(sub), { ...message, contextId, ...changes });
    assertEnvelope(await send({ parts: [{ text: ' ' }] }), 'INVALID_PARAMS');
    assertEnvelope(await send({ role: 'ROLE_AGENT' }), 'INVALID_PARAMS');
    assertEnvelope(await send({ taskId: 't' }), 'TASK_NOT_FOUND');
  });
});

describe('PACT 4.3: several at once', () => {
  let stub: StubBrand;
  let slow: CreatedBrand;
  beforeAll(async () => {
    stub = await StubBrand.start();
    slow = await new AdminApi().createBrand(webhookAgent(stub.url));
  });
  beforeEach(() => {
    stub.deliveries.length = 0;
    stub.behave(says('Hi.'));
  });
  afterAll(() => stub.stop());

  it('[PACT-4.3-pending] [PACT-6-invalid-params] one message 20 times: one run, one reply, the others hear INVALID_PARAMS or the same', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await slow.endpoint.send(sandboxToken(sub), userMessage('Hello')));
    const runs = stub.deliveries.length;
    stub.behave({ kind: 'late', afterMs: 500, reply: says('Slow.') });
    const message = userMessage('Hi', { contextId });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => slow.endpoint.send(sandboxToken(sub), message)),
    );
    const replies = answers.filter(({ status }) => status === 200).map(assertReply);
    expect(replies.length).toBeGreaterThanOrEqual(1);
    expect(new Set(replies.map(({ messageId }) => messageId)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      assertEnvelope(answer, 'INVALID_PARAMS', NOT_STORED);
    }
    expect(stub.deliveries.length).toBe(runs + 1);
    expect(assertReply(await slow.endpoint.send(sandboxToken(sub), message))).toEqual(replies[0]);
  });

  it('[PACT-4.3-pending] while it runs, its repetition is refused at once', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await slow.endpoint.send(sandboxToken(sub), userMessage('Hello')));
    stub.behave({ kind: 'late', afterMs: 2_000, reply: says('Slow.') });
    const message = userMessage('Hi', { contextId });
    const running = slow.endpoint.send(sandboxToken(sub), message);
    await stub.delivered(2);
    const since = performance.now();
    assertEnvelope(await slow.endpoint.send(sandboxToken(sub), message), 'INVALID_PARAMS', NOT_STORED);
    expect(performance.now() - since).toBeLessThan(1_000);
    assertReply(await running);
  });

  it('P12: different messages of one context are all answered, in one order', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await slow.endpoint.send(sandboxToken(sub), userMessage('first')));
    stub.behave(delivery => ({ kind: 'late', afterMs: 50, reply: says(`You said ${delivery.turn?.text}`) }));
    const texts = Array.from({ length: 8 }, (_, index) => `text ${index}`);
    const answers = await Promise.all(
      texts.map(text => slow.endpoint.send(sandboxToken(sub), userMessage(text, { contextId }))),
    );
    expect(answers.map(answer => assertReply(answer).text)).toEqual(texts.map(text => `You said ${text}`));
    const turns = stub.deliveries.slice(1).map(({ bytes }) => JSON.parse(bytes.toString()) as Turn);
    expect(turns.map(({ turnNumber }) => turnNumber)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [index, { history }] of turns.entries()) expect(history).toHaveLength(2 * (index + 1));
  });

  it('a conversation that waits keeps no other waiting', async () => {
    stub.behave(({ turn }) =>
      turn?.text === 'slow' ? { kind: 'late', afterMs: 3_000, reply: says('Slow.') } : says('Quick.'),
    );
    const waiting = slow.endpoint.send(sandboxToken(), userMessage('slow'));
    await stub.delivered(1);
    const since = performance.now();
    for (let round = 0; round < 5; round += 1) {
      assertReply(await slow.endpoint.send(sandboxToken(), userMessage('quick')));
    }
    expect(performance.now() - since).toBeLessThan(2_000);
    assertReply(await waiting);
  });
});

interface Turn {
  readonly turnNumber: number;
  readonly history: readonly object[];
}

describe('P11: Idempotency-Key on a first message', () => {
  const send = (sub: string, key: string | string[], text = 'Hi', changes = {}) =>
    brand.send(sandboxToken(sub), userMessage(text, changes), { headers: { 'Idempotency-Key': key } });

  it('[PACT-4.3-stored] the same key and content get the stored answer', async () => {
    const [sub, key, messageId] = [newUser(), randomUUID(), randomUUID()];
    const first = assertReply(await send(sub, key, 'Hi', { messageId }));
    expect(assertReply(await send(sub, key, 'Hi', { messageId }))).toEqual(first);
    const reordered = JSON.stringify(
      { message: { parts: [{ text: 'Hi' }], role: 'ROLE_USER', messageId } },
      null,
      2,
    );
    const again = await brand.sendBody(sandboxToken(sub), reordered, { 'Idempotency-Key': key });
    expect(assertReply(again)).toEqual(first);
  });

  it('[PACT-6-invalid-params] the same key with other content is refused', async () => {
    const [sub, key, messageId] = [newUser(), randomUUID(), randomUUID()];
    assertReply(await send(sub, key, 'Hi', { messageId }));
    assertEnvelope(await send(sub, key, 'Other', { messageId }), 'INVALID_PARAMS');
    assertEnvelope(await send(sub, key, 'Hi', { messageId: randomUUID() }), 'INVALID_PARAMS');
  });

  it('counts for one User at one Brand', async () => {
    const [sub, key, messageId] = [newUser(), randomUUID(), randomUUID()];
    const first = assertReply(await send(sub, key, 'Hi', { messageId }));
    const otherUser = assertReply(await send(newUser(), key, 'Hi', { messageId }));
    const headers = { 'Idempotency-Key': key };
    const message = userMessage('Hi', { messageId });
    const otherBrand = assertReply(await sandboxBrand(1).send(sandboxToken(sub), message, { headers }));
    expect(new Set([first, otherUser, otherBrand].map(({ contextId }) => contextId)).size).toBe(3);
  });

  it('20 at once open one conversation', async () => {
    const [sub, key, messageId] = [newUser(), randomUUID(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(sub, key, 'Hi', { messageId })));
    const replies = answers.filter(({ status }) => status === 200).map(assertReply);
    expect(new Set(replies.map(({ contextId }) => contextId)).size).toBe(1);
    for (const answer of answers.filter(({ status }) => status !== 200))
      assertEnvelope(answer, 'INVALID_PARAMS');
    expect(assertReply(await send(sub, key, 'Hi', { messageId }))).toEqual(replies[0]);
  });

  it('is ignored when a contextId is there, though it is a bad one', async () => {
    const [sub, key] = [newUser(), randomUUID()];
    const { contextId } = assertReply(await send(sub, key));
    for (const used of [key, '', 'x'.repeat(256), ['a', 'b']]) {
      expect(assertReply(await send(sub, used, 'Other', { contextId })).contextId).toBe(contextId);
    }
  });

  it.each([
    ['empty', ''],
    ['over 255 characters', 'x'.repeat(256)],
    ['repeated', ['a', 'b']],
    ['repeated with the same value', ['a', 'a']],
  ])('[PACT-6-invalid-params] %s is INVALID_PARAMS', async (_name, key) => {
    assertEnvelope(await send(newUser(), key), 'INVALID_PARAMS');
  });

  it('may have 255 characters', async () => {
    assertReply(await send(newUser(), 'x'.repeat(255)));
  });
});
