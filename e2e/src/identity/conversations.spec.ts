import { randomUUID } from 'node:crypto';
import { type A2aAnswer, assertBare404, assertEnvelope, assertReply, userMessage } from '@surety/testing';
import { AdminApi, type CreatedBrand, scriptAgent } from '../stack/admin-api';
import { comparable } from '../stack/comparable';
import { RegisteredAgent, sandboxBrand, sandboxToken } from '../stack/registered-agent';

const admin = new AdminApi();
const [brand, otherBrand] = [sandboxBrand(0), sandboxBrand(1)];
const newUser = () => `user-${randomUUID()}`;
/** A conversation with one answered message. */
async function conversation(endpoint = brand, sub = newUser()) {
  const message = userMessage('Hello');
  const reply = assertReply(await endpoint.send(sandboxToken(sub), message));
  return { sub, message, ...reply };
}
const unknownContext = (answer: A2aAnswer) => assertEnvelope(answer, 'INVALID_PARAMS', 'Unknown contextId');

describe('PACT 4.2: a conversation', () => {
  it('[PACT-2.2-message-send] [PACT-4.2-reply] [PACT-2-media-type] gets a reply with an id, a context and one text', async () => {
    const answer = await brand.send(sandboxToken(), userMessage('Is my Friday flight on time?'));
    const reply = assertReply(answer);
    expect(reply.text.trim()).not.toBe('');
    expect(Object.keys(JSON.parse(answer.text) as object)).toEqual(['message']);
  });

  it('[PACT-4.2-new] without contextId each message starts one of its own, the same messageId too', async () => {
    const sub = newUser();
    const message = userMessage('Hello');
    const answers = await Promise.all([1, 2, 3].map(() => brand.send(sandboxToken(sub), message)));
    const contexts = answers.map(answer => assertReply(answer).contextId);
    expect(new Set(contexts).size).toBe(3);
  });

  it.each([
    ['null', null],
    ['empty', ''],
  ])('P9: a contextId that is %s is absent', async (_name, contextId) => {
    assertReply(await brand.send(sandboxToken(), userMessage('Hello', { contextId })));
  });

  it('[PACT-4.2-continue] with contextId the message continues it', async () => {
    const { sub, contextId, messageId } = await conversation();
    const seen = new Set([messageId]);
    for (const text of ['ABC123', 'flight', 'Thanks']) {
      const reply = assertReply(await brand.send(sandboxToken(sub), userMessage(text, { contextId })));
      expect(reply.contextId).toBe(contextId);
      expect(seen.has(reply.messageId)).toBe(false);
      seen.add(reply.messageId);
    }
  });

  it('[PACT-4.2-continue] context_id is honoured, and contextId wins when both are there', async () => {
    const { sub, contextId } = await conversation();
    const snake = { ...userMessage('Hi'), context_id: contextId };
    expect(assertReply(await brand.send(sandboxToken(sub), snake)).contextId).toBe(contextId);
    const both = { ...userMessage('Hi', { contextId }), context_id: 'other' };
    expect(assertReply(await brand.send(sandboxToken(sub), both)).contextId).toBe(contextId);
  });

  it('[PACT-3.2-user] [PACT-4.2-continue] belongs to the User, not to a token', async () => {
    const { sub, contextId } = await conversation();
    for (let round = 0; round < 3; round += 1) {
      const answer = await brand.send(sandboxToken(sub), userMessage('Hi', { contextId }));
      expect(assertReply(answer).contextId).toBe(contextId);
    }
  });

  it('[PACT-4.2-no-task] creates no task', async () => {
    const { sub, contextId, messageId } = await conversation();
    const list = await brand.route(`tasks?contextId=${contextId}`, sandboxToken(sub));
    expect(JSON.parse(list.text)).toMatchObject({ tasks: [], totalSize: 0 });
    for (const id of [contextId, messageId]) {
      assertEnvelope(await brand.route(`tasks/${id}`, sandboxToken(sub)), 'TASK_NOT_FOUND');
    }
  });
});

describe('[PACT-4.2-owner] [PACT-4.2-no-hint] PACT 4.2: a context of somebody else', () => {
  let agent: RegisteredAgent;
  beforeAll(async () => {
    agent = await RegisteredAgent.register();
  });
  afterAll(() => agent.stop());

  it('[PACT-3.2-user] [PACT-6-invalid-params] is answered byte for byte like one that never was', async () => {
    const { sub, contextId, message } = await conversation();
    const text = 'May I?';
    const never = await brand.send(sandboxToken(sub), userMessage(text, { contextId: randomUUID() }));
    unknownContext(never);
    const { messageId } = message;
    const foreign: [who: string, answer: Promise<A2aAnswer>][] = [
      ['another user', brand.send(sandboxToken(), userMessage(text, { contextId }))],
      ['another Brand', otherBrand.send(sandboxToken(sub), userMessage(text, { contextId }))],
      ['the same sub at another PA', brand.send(agent.token({ sub }), userMessage(text, { contextId }))],
      [
        'another user, the same messageId',
        brand.send(sandboxToken(), userMessage(text, { contextId, messageId })),
      ],
      ['another Brand, the same messageId', otherBrand.send(sandboxToken(sub), { ...message, contextId })],
      ['sub in other case', brand.send(sandboxToken(sub.toUpperCase()), userMessage(text, { contextId }))],
      ['sub with a blank', brand.send(sandboxToken(`${sub} `), userMessage(text, { contextId }))],
    ];
    for (const [who, answer] of foreign) {
      expect([who, comparable(await answer)]).toEqual([who, comparable(never)]);
    }
    expect(assertReply(await brand.send(sandboxToken(sub), userMessage('Hi', { contextId }))).contextId).toBe(
      contextId,
    );
  });

  it('closed, it is still no more than unknown', async () => {
    const closing = await admin.createBrand(scriptAgent('Hello.'));
    const { sub, contextId } = await conversation(closing.endpoint);
    assertReply(await closing.endpoint.send(sandboxToken(sub), userMessage('goodbye', { contextId })));
    unknownContext(await closing.endpoint.send(sandboxToken(), userMessage('Hi', { contextId })));
    unknownContext(await closing.endpoint.send(agent.token({ sub }), userMessage('Hi', { contextId })));
    unknownContext(await brand.send(sandboxToken(sub), userMessage('Hi', { contextId })));
  });

  it.each([
    'nope',
    randomUUID(),
    randomUUID().toUpperCase(),
    '00000000-0000-0000-0000-000000000000',
    ' ',
    "' or 1=1 --",
    '../../x',
    'ü'.repeat(128),
    'x'.repeat(256),
    'x'.repeat(257),
    'x'.repeat(10_000),
    '\u202e',
    '{}',
    '-1',
  ])('[PACT-6-invalid-params] an id that nobody was given is Unknown contextId: %#', async contextId => {
    unknownContext(await brand.send(sandboxToken(), userMessage('Hi', { contextId })));
  });
});

describe('[PACT-4.2-close] PACT 4.2: a closed conversation', () => {
  let closing: CreatedBrand;
  beforeAll(async () => {
    closing = await admin.createBrand(scriptAgent('Hello.'));
  });

  /** A conversation that the agent, or the operator, has closed. */
  async function closed(by: 'agent' | 'operator') {
    const opened = await conversation(closing.endpoint);
    const { sub, contextId } = opened;
    const farewell = userMessage(by === 'agent' ? 'goodbye' : 'Hi', { contextId });
    const last = assertReply(await closing.endpoint.send(sandboxToken(sub), farewell));
    if (by === 'operator') await admin.call('POST', `/conversations/${contextId}/close`, {});
    return { ...opened, farewell, last };
  }

  it.each(['agent', 'operator'] as const)(
    '[PACT-6-unsupported] by the %s: a new message is refused',
    async by => {
      const { sub, contextId } = await closed(by);
      for (const text of ['Hi', 'goodbye']) {
        const answer = await closing.endpoint.send(sandboxToken(sub), userMessage(text, { contextId }));
        assertEnvelope(answer, 'UNSUPPORTED_OPERATION');
      }
    },
  );

  it.each(['agent', 'operator'] as const)(
    '[PACT-4.3-stored] P13: by the %s: what was answered is answered again',
    async by => {
      const { sub, contextId, message, messageId, farewell, last } = await closed(by);
      const repeated = await closing.endpoint.send(sandboxToken(sub), { ...message, contextId });
      expect(assertReply(repeated).messageId).toBe(messageId);
      expect(assertReply(await closing.endpoint.send(sandboxToken(sub), farewell))).toEqual(last);
    },
  );

  it('what is wrong with the message is said before that it is closed', async () => {
    const { sub, contextId } = await closed('agent');
    const send = (changes: object) =>
      closing.endpoint.send(sandboxToken(sub), userMessage('Hi', { contextId, ...changes }));
    assertEnvelope(await send({ role: 'ROLE_AGENT' }), 'INVALID_PARAMS');
    assertEnvelope(await send({ taskId: 't' }), 'TASK_NOT_FOUND');
    assertEnvelope(await send({ parts: [{ raw: 'eA==' }] }), 'CONTENT_TYPE_NOT_SUPPORTED');
  });

  it('[PACT-4.2-new] without contextId a new one starts', async () => {
    const { sub, contextId } = await closed('agent');
    const answer = await closing.endpoint.send(sandboxToken(sub), userMessage('Hi'));
    expect(assertReply(answer).contextId).not.toBe(contextId);
  });

  it('P36: with its Brand closed all is 404, on the very next message', async () => {
    const gone = await admin.createBrand(scriptAgent('Hello.'));
    const { sub, contextId, message } = await conversation(gone.endpoint);
    await admin.call('POST', `/brands/${gone.id}/close`, {});
    assertBare404(await gone.endpoint.send(sandboxToken(sub), userMessage('Hi')));
    assertBare404(await gone.endpoint.send(sandboxToken(sub), userMessage('Hi', { contextId })));
    assertBare404(await gone.endpoint.send(sandboxToken(sub), { ...message, contextId }));
  });
});
