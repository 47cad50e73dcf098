import { randomUUID } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { StubBrand, type StubReply, assertBare401, assertEnvelope, assertReply, says } from '@surety/testing';
import { userMessage } from '@surety/testing';
import { AdminApi, type CreatedBrand, webhookAgent } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { until } from '../stack/until';

const admin = new AdminApi();
const newUser = () => `user-${randomUUID()}`;
const webhookKeys = async () =>
  JSON.parse((await ask(`${readStack().provider.url}/.well-known/webhook-jwks.json`)).text) as JSONWebKeySet;

interface ConversationView {
  readonly messages: readonly {
    readonly state: string;
    readonly failure: { readonly requestId: string; readonly detail: string } | null;
  }[];
}

interface Turn {
  readonly type: string;
  readonly version: number;
  readonly step: number;
  readonly resumed: boolean;
  readonly turnNumber: number;
  readonly user: Readonly<Record<string, unknown>>;
  readonly text: string;
  readonly receivedAt: string;
  readonly deadline: string;
  readonly history: readonly { readonly role: string; readonly text: string; readonly at: string }[];
  readonly [member: string]: unknown;
}

describe('PACT wire 5: a Brand behind a webhook', () => {
  let stub: StubBrand;
  let brand: CreatedBrand;
  const send = (sub: string, text: string, changes = {}) =>
    brand.endpoint.send(sandboxToken(sub), userMessage(text, changes));
  const turns = () => stub.deliveries.map(({ bytes }) => JSON.parse(bytes.toString('utf8')) as Turn);

  beforeAll(async () => {
    stub = await StubBrand.start({ path: '/hook?brand=1', keys: webhookKeys });
    brand = await admin.createBrand(webhookAgent(stub.url, { headers: { 'X-Key': 'a secret' } }));
  });
  beforeEach(() => {
    stub.deliveries.length = 0;
    stub.behave(delivery => says(`You said: ${delivery.turn?.text}`));
  });
  afterAll(() => stub.stop());

  it('[PACT-2.2-message-send] gets each message once, signed by a published key, and answers it', async () => {
    const sub = newUser();
    const message = userMessage('Where is my order?', {
      parts: [{ text: 'Where is' }, { text: 'my order?' }],
    });
    const reply = assertReply(await brand.endpoint.send(sandboxToken(sub), message));
    expect(reply.text).toBe('You said: Where is\nmy order?');
    const [delivery] = stub.deliveries;
    expect(stub.deliveries).toHaveLength(1);
    expect(delivery?.signatureFault).toBeUndefined();
    expect(delivery?.headers['x-key']).toBe('a secret');
    expect(delivery?.headers['content-type']).toBe('application/json');
    expect(delivery?.headers['request-id']).toBeTruthy();
    const [turn] = turns();
    expect(turn).toMatchObject({
      type: 'turn',
      version: 1,
      brandId: brand.id,
      step: 1,
      attempt: 1,
      resumed: false,
      contextId: reply.contextId,
      messageId: message.messageId,
      turnNumber: 1,
      text: 'Where is\nmy order?',
      history: [],
      toolResults: [],
    });
    expect(delivery?.idempotencyKey).toBe(`${String(turn?.turnId)}.1`);
    expect(Date.parse(turn?.deadline ?? '') - Date.parse(turn?.receivedAt ?? '')).toBeLessThanOrEqual(30_000);
  });

  it('[PACT-3.2-user] never sees the sub: a User has one name here, and another at another Brand', async () => {
    const other = await admin.createBrand(webhookAgent(stub.url));
    const [sub, token] = [newUser(), sandboxToken];
    const first = assertReply(await send(sub, 'one'));
    assertReply(await send(sub, 'two', { contextId: first.contextId }));
    assertReply(await send(sub, 'three'));
    assertReply(await send(newUser(), 'four'));
    assertReply(await other.endpoint.send(token(sub), userMessage('five')));
    const users = turns().map(({ user }) => user);
    expect(stub.deliveries.map(({ bytes }) => bytes.toString()).join()).not.toContain(sub);
    for (const user of users) {
      expect(Object.keys(user).sort()).toEqual(['id', 'personalAgent', 'scopes']);
      expect(user.id).toMatch(/^u_[A-Za-z0-9_-]{22}$/);
      expect(user).toMatchObject({ personalAgent: readStack().sandbox.personalAgent.issuer, scopes: [] });
    }
    const [one, two, three, four, five] = users.map(({ id }) => id);
    expect([two, three]).toEqual([one, one]);
    expect(new Set([one, four, five]).size).toBe(3);
  });

  it('[PACT-4.2-continue] gets the conversation’s history, oldest first', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await send(sub, 'one'));
    for (const text of ['two', 'three']) assertReply(await send(sub, text, { contextId }));
    const last = turns().at(-1);
    expect(last?.turnNumber).toBe(3);
    expect(last?.history.map(({ role, text }) => `${role}: ${text}`)).toEqual([
      'user: one',
      'agent: You said: one',
      'user: two',
      'agent: You said: two',
    ]);
    for (const { at } of last?.history ?? []) expect(at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it('gets a bounded window of a long conversation', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await send(sub, 'turn 1'));
    for (let turn = 2; turn <= 25; turn += 1) assertReply(await send(sub, `turn ${turn}`, { contextId }));
    const history = turns().at(-1)?.history ?? [];
    expect(history).toHaveLength(40);
    expect(history[0]?.text).toBe('turn 5');
    const huge = 'x'.repeat(60_000);
    assertReply(await send(sub, huge, { contextId }));
    assertReply(await send(sub, 'after', { contextId }));
    const bounded = turns().at(-1)?.history ?? [];
    const bytes = bounded.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    expect(bytes).toBeLessThanOrEqual(64 * 1024);
    expect(bounded.every(({ text }) => text.length < 100 || text.includes(huge))).toBe(true);
  });

  it('[PACT-4.2-close] [PACT-6-unsupported] may close the conversation with its answer', async () => {
    stub.behave(says('Goodbye.', true));
    const sub = newUser();
    const message = userMessage('Bye');
    const reply = assertReply(await brand.endpoint.send(sandboxToken(sub), message));
    const { contextId } = reply;
    assertEnvelope(await send(sub, 'More', { contextId }), 'UNSUPPORTED_OPERATION');
    expect(assertReply(await brand.endpoint.send(sandboxToken(sub), { ...message, contextId }))).toEqual(
      reply,
    );
    expect(stub.deliveries).toHaveLength(1);
  });

  const json = (body: unknown): StubReply => ({ kind: 'json', body });
  const raw = (status: number, body: string, type = 'application/json'): StubReply => ({
    kind: 'raw',
    status,
    body,
    headers: { 'Content-Type': type },
  });
  const SECRET = 'secret-in-the-answer';
  const nonsense: [name: string, reply: StubReply][] = [
    ['500', raw(500, `{"text":"${SECRET}"}`)],
    ['404', raw(404, SECRET)],
    ['201', raw(201, `{"text":"${SECRET}"}`)],
    ['204', { kind: 'raw', status: 204 }],
    ['a redirect', { kind: 'raw', status: 302, headers: { Location: 'https://elsewhere.example' } }],
    ['HTML', raw(200, `<html>${SECRET}`, 'text/html')],
    ['JSON under another type', raw(200, `{"text":"${SECRET}"}`, 'text/plain')],
    ['no JSON', raw(200, `{"text":"${SECRET}`)],
    [
      'invalid UTF-8',
      {
        kind: 'raw',
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: Buffer.from([0x22, 0xff, 0x22]),
      },
    ],
    ['too much', json({ text: 'x', more: 'x'.repeat(300_000) })],
    ['no text', json({})],
    ['blank text', json({ text: ' \n' })],
    ['text that is a number', json({ text: 7 })],
    ['text over 64 KiB', json({ text: 'x'.repeat(65_537) })],
    ['NUL in the text', json({ text: 'a\0b' })],
    ['an array', json([{ text: SECRET }])],
    ['close that is a string', json({ text: SECRET, close: 'true' })],
    ['a tool call without an id', json({ toolCalls: [{ tool: 'x', arguments: {} }] })],
    ['missing scopes that are not on the card', json({ missingScopes: ['orders:read'], text: SECRET })],
    ['two shapes at once', json({ text: SECRET, toolCalls: [] })],
    ['a broken connection', { kind: 'reset', when: 'at_once' }],
    ['a broken answer', { kind: 'reset', when: 'mid_answer' }],
  ];
  it.each(nonsense)(
    '[PACT-6-internal] %s is INTERNAL with the request id, and nothing of it leaks',
    async (_name, reply) => {
      const sub = newUser();
      const { contextId } = assertReply(await send(sub, 'Hello'));
      stub.behave(reply);
      const failed = userMessage('Hi', { contextId });
      const answer = await brand.endpoint.send(sandboxToken(sub), failed);
      assertEnvelope(answer, 'INTERNAL');
      for (const hidden of [SECRET, 'elsewhere', stub.url, 'ECONN', '127.0.0.1'])
        expect(answer.text).not.toContain(hidden);
      expect(stub.deliveries).toHaveLength(2);
      stub.behave(says('Well again.'));
      // Delivered once, the message never runs again; the conversation goes on.
      assertEnvelope(await brand.endpoint.send(sandboxToken(sub), failed), 'INVALID_PARAMS');
      expect(stub.deliveries).toHaveLength(2);
      expect(assertReply(await send(sub, 'And now?', { contextId })).text).toBe('Well again.');
    },
  );

  it('[PACT-6-internal] an agent that hangs past its deadline is INTERNAL, and blocks neither context nor other Brands', async () => {
    const hanging = await admin.createBrand(webhookAgent(stub.url), { limits: { agentDeadlineSeconds: 1 } });
    const sub = newUser();
    const token = sandboxToken(sub);
    const { contextId } = assertReply(await hanging.endpoint.send(token, userMessage('Hello')));
    stub.behave(({ turn }) => (turn?.text === 'hang' ? { kind: 'hang' } : says('Here.')));
    const message = userMessage('hang', { contextId });
    const since = performance.now();
    const pending = hanging.endpoint.send(token, message);
    assertReply(await send(newUser(), 'another Brand'));
    expect(performance.now() - since).toBeLessThan(1_000);
    assertEnvelope(await pending, 'INTERNAL');
    expect(performance.now() - since).toBeLessThan(5_000);
    assertReply(await hanging.endpoint.send(token, userMessage('Still there?', { contextId })));
    assertEnvelope(await hanging.endpoint.send(token, message), 'INVALID_PARAMS');
  });

  it('an endpoint that cannot be reached was never sent anything: the same message runs once it is back', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await send(sub, 'Hello'));
    const message = userMessage('Hi', { contextId });
    await stub.away();
    try {
      assertEnvelope(await brand.endpoint.send(sandboxToken(sub), message), 'INTERNAL');
    } finally {
      await stub.back();
    }
    expect(assertReply(await brand.endpoint.send(sandboxToken(sub), message)).text).toBe('You said: Hi');
    expect(stub.deliveries).toHaveLength(2);
  });

  it('declared idempotent, it is tried again with the same key, and a message that failed runs again', async () => {
    const idempotent = await admin.createBrand(webhookAgent(stub.url, { idempotent: true }));
    const token = sandboxToken();
    stub.behave((_delivery, count) =>
      count === 1 ? { kind: 'json', status: 503, body: {} } : says('Here.'),
    );
    const { contextId } = assertReply(await idempotent.endpoint.send(token, userMessage('Hello')));
    expect([...stub.countsByKey().values()]).toEqual([2]);
    expect(stub.deliveries.map(({ turn }) => turn?.attempt)).toEqual([1, 2]);
    expect(stub.deliveries.map(({ signatureFault }) => signatureFault)).toEqual([undefined, undefined]);

    stub.behave({ kind: 'json', body: { text: '' } });
    const message = userMessage('Hi', { contextId });
    assertEnvelope(await idempotent.endpoint.send(token, message), 'INTERNAL');
    stub.behave(says('Well again.'));
    expect(assertReply(await idempotent.endpoint.send(token, message)).text).toBe('Well again.');
  });

  it('an unauthenticated or malformed message never reaches it', async () => {
    assertBare401(await brand.endpoint.sendBody('a.b.c', '{}'));
    assertEnvelope(await send(newUser(), ' '), 'INVALID_PARAMS');
    assertEnvelope(await send(newUser(), 'Hi', { contextId: 'nope' }), 'INVALID_PARAMS');
    expect(stub.deliveries).toHaveLength(0);
  });

  it('[PACT-6-internal] the operator, and nobody else, sees why, under the request id of the answer', async () => {
    const sub = newUser();
    const { contextId } = assertReply(await send(sub, 'Hello'));
    stub.behave(raw(500, SECRET));
    const answer = await send(sub, 'Hi', { contextId });
    const requestId = answer.headers.get('request-id');
    const view = await admin.call<ConversationView>('GET', `/conversations/${contextId}`);
    expect(view.messages.map(({ state }) => state)).toEqual(['answered', 'spent']);
    expect(view.messages[1]?.failure).toMatchObject({ requestId });
    expect(view.messages[1]?.failure?.detail).toBeTruthy();
  });

  it('its keys are public, of their own use, and rotate with overlap', async () => {
    const before = await webhookKeys();
    const kids = async () => (await webhookKeys()).keys.map(({ kid }) => kid);
    const next = await admin.call<{ kid: string }>('POST', '/webhook-keys/rotate', {});
    await until(async () => (await kids()).includes(next.kid));
    const { items } = await admin.call<{ items: { kid: string }[] }>('GET', '/webhook-keys');
    expect((await kids()).sort()).toEqual(items.map(({ kid }) => kid).sort());
    assertReply(await send(newUser(), 'Hi'));
    expect(stub.deliveries.at(-1)?.signatureFault).toBeUndefined();
    const members = ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'];
    for (const key of before.keys) expect(Object.keys(key).sort()).toEqual(members);
    const answer = await ask(`${readStack().provider.url}/.well-known/webhook-jwks.json`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  });
});
