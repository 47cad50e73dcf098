import { inspect } from 'node:util';
import { generateSigningJwk } from '@surety/tokens';
import { BrandClient, type BrandClientOptions } from './brand.client';
import {
  NetworkError,
  OutcomeUnknownError,
  ProtocolViolationError,
  RateLimitedError,
  TimeoutError,
} from './client-errors';
import { Conversation } from './conversation';
import { FakeProvider, breakOff, hang, json, loseReply, plain, refuse } from './fake-provider.test-kit';
import { PersonalAgentSigner } from './personal-agent.signer';
import { ConversationClosedError } from './refusals';

const signer = new PersonalAgentSigner({
  privateJwk: generateSigningJwk('ES256').privateJwk,
  issuer: 'https://pa.example',
  audience: 'aud_1',
});

describe('BrandClient over HTTP', () => {
  let provider: FakeProvider;
  let slept: number[];

  const client = (options: Partial<BrandClientOptions> = {}) =>
    new BrandClient({
      interfaceUrl: provider.interfaceUrl,
      signer,
      sub: 'user-1',
      sleep: delayMs => Promise.resolve(void slept.push(delayMs)),
      timeoutMs: 5_000,
      ...options,
    });

  beforeAll(async () => void (provider = await FakeProvider.start()));
  afterAll(() => provider.stop());
  beforeEach(() => {
    provider.reset();
    slept = [];
  });

  describe('PACT 4: a message and its reply', () => {
    it('[PACT-2-version-header] [PACT-2-request-type] [PACT-3.2-bearer] sends what the specification shows, and reads the reply', async () => {
      const outcome = await client().send({ text: 'Where is my order?', messageId: 'm-001' });
      expect(outcome).toEqual({
        kind: 'reply',
        text: 'answer 1',
        contextId: 'ctx-1',
        messageId: 'm-001',
        replyId: 'r-1',
        attempts: 1,
        requestId: 'req-1',
      });
      const [request] = provider.received;
      expect(request).toMatchObject({ method: 'POST', url: '/a2a/brand-1/message:send' });
      expect(request?.headers).toMatchObject({
        'a2a-version': '1.0',
        'content-type': 'application/json',
        authorization: expect.stringMatching(/^Bearer eyJ/),
        'idempotency-key': expect.stringMatching(/^ik-[0-9A-Z]{26}$/),
      });
      expect(JSON.parse(request?.body ?? '')).toEqual({
        message: { messageId: 'm-001', role: 'ROLE_USER', parts: [{ text: 'Where is my order?' }] },
      });
    });

    it('continues a context without an Idempotency-Key', async () => {
      await client().send({ text: 'hi', contextId: 'ctx-7' });
      expect(JSON.parse(provider.received[0]?.body ?? '').message.contextId).toBe('ctx-7');
      expect(provider.received[0]?.headers).not.toHaveProperty('idempotency-key');
    });

    it('joins several text parts, and re-uses one token for several messages', async () => {
      const message = {
        messageId: 'r',
        contextId: 'c',
        role: 'ROLE_AGENT',
        parts: [{ text: 'a' }, { text: 'b' }],
      };
      provider.script(json({ message }));
      expect(await client().send({ text: 'x' })).toMatchObject({ text: 'a\nb' });
      await client().send({ text: 'y' });
      const tokens = new Set(provider.received.map(request => request.headers.authorization));
      expect(tokens.size).toBe(1);
    });

    it('PACT 5.5: tells a request for permission from a reply', async () => {
      const metadata = {
        'pact.missingScopes': ['orders:read'],
        'pact.verificationUriComplete': 'https://brand.example/login?return_to=x',
      };
      const status = {
        state: 'TASK_STATE_AUTH_REQUIRED',
        message: { parts: [{ text: 'I need permission.' }] },
      };
      provider.script(json({ task: { id: 't-1', contextId: 'c', status, metadata } }));
      expect(await client().send({ text: 'x' })).toMatchObject({
        kind: 'permission-needed',
        text: 'I need permission.',
        missingScopes: ['orders:read'],
        verificationUri: 'https://brand.example/login?return_to=x',
      });
    });

    it('never hands on a permission link that is no web address', async () => {
      const metadata = { 'pact.missingScopes': ['a'], 'pact.verificationUriComplete': 'javascript:alert(1)' };
      const status = { state: 'TASK_STATE_AUTH_REQUIRED' };
      provider.script(json({ task: { id: 't-1', contextId: 'c', status, metadata } }));
      expect(await client().send({ text: 'x' })).not.toHaveProperty('verificationUri');
    });
  });

  describe('a Provider that breaks the protocol', () => {
    const reply = (changes: object) => ({
      message: { messageId: 'r', contextId: 'c', role: 'ROLE_AGENT', parts: [{ text: 'a' }], ...changes },
    });

    it.each([
      ['a redirect to itself', plain(302, { location: '/a2a/brand-1/message:send' })],
      ['a redirect that keeps the method', plain(307, { location: '/elsewhere' })],
      ['a page', plain(200, { 'content-type': 'text/html' }, '<p>hi</p>')],
      ['no media type', plain(200, {}, JSON.stringify(reply({})))],
      ['no JSON', json('{')],
      [
        'invalid UTF-8',
        plain(200, { 'content-type': 'application/a2a+json' }, Buffer.from([0x22, 0xff, 0x22])),
      ],
      ['an empty body', json('')],
      ['neither message nor task', json({})],
      ['both message and task', json({ ...reply({}), task: {} })],
      ['a message of the user', json(reply({ role: 'ROLE_USER' }))],
      ['no contextId', json(reply({ contextId: '' }))],
      ['no parts', json(reply({ parts: [] }))],
      ['only a data part', json(reply({ parts: [{ data: {} }] }))],
      [
        'a task that works on',
        json({ task: { id: 't', contextId: 'c', status: { state: 'TASK_STATE_WORKING' } } }),
      ],
      ['a 400 without an A2A body', plain(400, { 'content-type': 'application/json' }, '{"error":"no"}')],
      ['a 405', plain(405, { allow: 'GET' })],
      ['a 204', plain(204)],
      ['an answer over the cap', json({ ...reply({}), padding: 'x'.repeat(3 * 1024 * 1024) })],
    ])('%s is a violation, and is not asked for again', async (_, answer) => {
      provider.script(answer);
      await expect(client().send({ text: 'x' })).rejects.toBeInstanceOf(ProtocolViolationError);
      expect(provider.received).toHaveLength(1);
    });

    it('a reply of another conversation is a violation', async () => {
      provider.script(json(reply({ contextId: 'foreign' })));
      await expect(client().send({ text: 'x', contextId: 'mine' })).rejects.toThrow('another conversation');
    });

    it('a redirect never receives the token', async () => {
      const other = await FakeProvider.start();
      provider.script(plain(307, { location: other.interfaceUrl }));
      await expect(client().send({ text: 'x' })).rejects.toBeInstanceOf(ProtocolViolationError);
      expect(other.received).toEqual([]);
      await other.stop();
    });
  });

  describe('PACT 6: refusals', () => {
    it.each([
      ['INVALID_PARAMS', 'InvalidParamsError'],
      ['CONTENT_TYPE_NOT_SUPPORTED', 'ContentTypeNotSupportedError'],
      ['UNSUPPORTED_OPERATION', 'UnsupportedOperationError'],
      ['PUSH_NOTIFICATION_NOT_SUPPORTED', 'PushNotificationNotSupportedError'],
      ['TASK_NOT_FOUND', 'TaskNotFoundError'],
    ] as const)('[PACT-6-reason] %s becomes %s whatever the status', async (reason, name) => {
      for (const http of [400, 404, 409, 422]) {
        provider.script(refuse(reason, { http }));
        await expect(client().send({ text: 'x' })).rejects.toMatchObject({
          name,
          reason,
          requestId: 'req-1',
        });
      }
    });

    it('keeps a reason that PACT does not name', async () => {
      const details = [{ '@type': 'x', reason: 'VERSION_NOT_SUPPORTED', domain: 'a2a-protocol.org' }];
      const body = JSON.stringify({ error: { code: 400, status: 'X', message: 'no', details } });
      provider.script(plain(400, { 'content-type': 'application/a2a+json' }, body));
      await expect(client().send({ text: 'x' })).rejects.toMatchObject({
        name: 'RefusedError',
        reason: 'VERSION_NOT_SUPPORTED',
      });
    });

    it.each([
      [401, { 'www-authenticate': 'Bearer realm="a2a"' }, 'UnauthenticatedError'],
      [404, {}, 'NotFoundError'],
    ])('a bare %i is %s', async (status, headers, name) => {
      provider.script(plain(status, headers as Record<string, string>));
      await expect(client().send({ text: 'x' })).rejects.toMatchObject({ name });
      expect(provider.received).toHaveLength(1);
    });

    it('[PACT-4.2-restart] PACT 4.2: UNSUPPORTED_OPERATION in a context is a closed conversation', async () => {
      provider.script(refuse('UNSUPPORTED_OPERATION'));
      await expect(client().send({ text: 'x', contextId: 'c' })).rejects.toBeInstanceOf(
        ConversationClosedError,
      );
    });
  });

  describe('PACT 4.3: an answer that was lost', () => {
    it.each([
      ['before its first byte', loseReply],
      ['in its middle', breakOff],
    ])('%s is fetched by the same ids without a second run', async (_, answer) => {
      for (const contextId of [undefined, 'ctx-9']) {
        provider.reset();
        provider.script(answer);
        const outcome = await client().send({ text: 'x', contextId });
        expect(outcome).toMatchObject({ text: 'answer 1', attempts: 2 });
        expect(provider.runs).toBe(1);
        const [first, second] = provider.received;
        expect(second?.body).toBe(first?.body);
        expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
      }
    });

    it('a first message without Idempotency-Key is never sent twice', async () => {
      provider.script(loseReply);
      const sending = client().send({ text: 'x', messageId: 'm-1', idempotencyKey: false });
      await expect(sending).rejects.toMatchObject({
        name: 'NetworkError',
        sent: true,
        sentMessage: { messageId: 'm-1' },
      });
      expect(provider.received).toHaveLength(1);
    });

    it('a time-out is bounded and named, and the ids to repeat it with are on the error', async () => {
      provider.script(hang);
      const impatient = client({ timeoutMs: 60, retry: { attempts: 1 } });
      const error: unknown = await impatient.send({ text: 'x', contextId: 'c' }).catch((e: unknown) => e);
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({
        sentMessage: { contextId: 'c', messageId: expect.stringMatching(/^m-/) },
      });
    });

    it('a turn that still runs is asked for until its reply is there', async () => {
      provider.script(loseReply, refuse('INVALID_PARAMS'), refuse('INVALID_PARAMS'));
      expect(await client().send({ text: 'x' })).toMatchObject({ text: 'answer 1', attempts: 4 });
      expect(provider.runs).toBe(1);
    });

    it('a turn that never answers ends as an unknown outcome', async () => {
      provider.script(loseReply, ...Array.from({ length: 50 }, () => refuse('INVALID_PARAMS')));
      await expect(client().send({ text: 'x' })).rejects.toBeInstanceOf(OutcomeUnknownError);
      expect(provider.received.length).toBeLessThan(15);
    });

    it('INTERNAL is sent again, since a run without effects is repeated and one with effects is not', async () => {
      provider.script(refuse('INTERNAL'), plain(502));
      expect(await client().send({ text: 'x' })).toMatchObject({ attempts: 3 });
    });

    it('a refused connection is told apart: nothing was sent', async () => {
      const gone = await FakeProvider.start();
      const { interfaceUrl } = gone;
      await gone.stop();
      const error: unknown = await client({ interfaceUrl })
        .send({ text: 'x' })
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ sent: false, message: expect.stringContaining('ECONNREFUSED') });
    });
  });

  describe('PACT 6: 429', () => {
    it('[PACT-6-retry-after] waits for Retry-After and sends again', async () => {
      provider.script(plain(429, { 'retry-after': '7' }));
      expect(await client().send({ text: 'x', idempotencyKey: false })).toMatchObject({ attempts: 2 });
      expect(slept).toHaveLength(1);
      expect(slept[0]).toBeGreaterThanOrEqual(7_000);
      expect(slept[0]).toBeLessThan(8_000);
    });

    it('hands a wait beyond the cap to the caller', async () => {
      provider.script(plain(429, { 'retry-after': '3600' }));
      const error: unknown = await client()
        .send({ text: 'x' })
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(RateLimitedError);
      expect(error).toMatchObject({ retryAfterSeconds: 3600 });
      expect(slept).toEqual([]);
    });
  });

  describe('aborting', () => {
    it('stops an attempt with the reason of the caller', async () => {
      const stop = new AbortController();
      provider.script((...args) => {
        hang(...args);
        stop.abort(new Error('enough'));
      });
      await expect(client().send({ text: 'x', signal: stop.signal })).rejects.toThrow('enough');
      expect(provider.received).toHaveLength(1);
    });

    it('stops a wait between attempts', async () => {
      const stop = new AbortController();
      provider.script(plain(429, { 'retry-after': '30' }));
      const options: BrandClientOptions = { interfaceUrl: provider.interfaceUrl, signer, sub: 'user-1' };
      const sending = new BrandClient(options).send({ text: 'x', signal: stop.signal });
      setTimeout(() => stop.abort(new Error('enough')), 100);
      await expect(sending).rejects.toThrow('enough');
    });

    it('sends nothing when it was aborted before', async () => {
      await expect(client().send({ text: 'x', signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow(
        'no',
      );
      expect(provider.received).toEqual([]);
    });
  });

  describe('PACT 2.2: tasks', () => {
    it('lists them, and asks for one and its end by an encoded id', async () => {
      expect(await client().listTasks({ pageSize: 20 })).toEqual({
        tasks: [],
        nextPageToken: '',
        pageSize: 50,
        totalSize: 0,
      });
      await expect(client().getTask('a/b')).rejects.toMatchObject({ name: 'TaskNotFoundError' });
      await expect(client().cancelTask('t 1')).rejects.toMatchObject({ name: 'TaskNotFoundError' });
      expect(provider.received.map(request => `${request.method} ${request.url}`)).toEqual([
        'GET /a2a/brand-1/tasks?pageSize=20',
        'GET /a2a/brand-1/tasks/a%2Fb',
        'POST /a2a/brand-1/tasks/t%201:cancel',
      ]);
    });

    it.each([[{}], [{ tasks: [{}], nextPageToken: '', pageSize: 1, totalSize: 1 }], [[]], [null]])(
      'refuses a malformed list %j',
      async value => {
        provider.script(json(value));
        await expect(client().listTasks()).rejects.toBeInstanceOf(ProtocolViolationError);
      },
    );
  });

  describe('PACT 4.2: a conversation', () => {
    it('keeps its context, one message at a time, also when two are sent at once', async () => {
      const conversation = new Conversation(client());
      const outcomes = await Promise.all([
        conversation.send({ text: 'a' }),
        conversation.send({ text: 'b' }),
      ]);
      expect(outcomes.map(outcome => outcome.contextId)).toEqual(['ctx-1', 'ctx-1']);
      expect(conversation.contextId).toBe('ctx-1');
    });

    it('[PACT-4.2-restart] starts anew when the Brand closed it', async () => {
      const conversation = new Conversation(client(), 'old');
      provider.script(refuse('UNSUPPORTED_OPERATION'));
      expect(await conversation.send({ text: 'a' })).toMatchObject({ startedAnew: true, contextId: 'ctx-1' });
      expect(await conversation.send({ text: 'b' })).toMatchObject({
        startedAnew: false,
        contextId: 'ctx-1',
      });
    });

    it('goes on after a failure', async () => {
      const conversation = new Conversation(client());
      provider.script(refuse('INVALID_PARAMS'));
      await expect(conversation.send({ text: 'a' })).rejects.toMatchObject({ name: 'InvalidParamsError' });
      expect(await conversation.send({ text: 'b' })).toMatchObject({ text: 'answer 1' });
    });
  });

  it('PACT 3.2: no token shows on any error, however deep it is inspected', async () => {
    provider.script(loseReply, refuse('INVALID_PARAMS'), plain(401), json('{'));
    for (const idempotencyKey of [undefined, false, false] as const) {
      const error: unknown = await client({ retry: { pendingWaitMs: 0 } })
        .send({ text: 'x', idempotencyKey })
        .catch((e: unknown) => e);
      expect(error).toBeInstanceOf(Error);
      expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/eyJ|Bearer e/);
    }
  });

  it.each(['', ' ', 'a\nb', 'ä', 'x'.repeat(256)])('refuses the idempotency key %j', async idempotencyKey => {
    await expect(client().send({ text: 'x', idempotencyKey })).rejects.toMatchObject({
      code: 'invalid_input',
    });
    expect(provider.received).toEqual([]);
  });

  it('refuses an interface that is plain http on another machine', () => {
    expect(() => client({ interfaceUrl: 'http://provider.example/a2a/x' })).toThrow('plain http');
  });
});
