import { type A2aReason, A2A_REASONS, errorEnvelope, messageReply, parseSendMessage } from '@surety/a2a';
import { type A2aAnswer, assertBare401, assertBare404, assertEnvelope } from './a2a-answer';
import { assertMethodNotAllowed, assertRateLimited, assertReply, readA2aAnswer } from './a2a-answer';
import { sendMessageBody, userMessage } from './a2a-message';

const A2A = { 'content-type': 'application/a2a+json', 'cache-control': 'no-store', 'request-id': 'r-1' };
const answer = (status: number, body: unknown, headers: Record<string, string> = A2A): A2aAnswer => ({
  status,
  headers: new Headers(headers),
  text: typeof body === 'string' ? body : JSON.stringify(body),
});

describe('assertEnvelope', () => {
  it.each(Object.keys(A2A_REASONS) as A2aReason[])(
    'PACT 6: accepts the envelope of %s and gives its message',
    reason => {
      const { http, body } = errorEnvelope(reason, 'M', 'r-1');
      expect(assertEnvelope(answer(http, body), reason)).toBe('M');
      expect(assertEnvelope(answer(http, body), reason, 'M')).toBe('M');
    },
  );

  it('refuses any other status, reason, message, header or member', () => {
    const { body } = errorEnvelope('INVALID_PARAMS', 'M');
    const details = [...body.error.details, ...body.error.details];
    const wrong: [A2aAnswer, A2aReason, string?][] = [
      [answer(404, body), 'INVALID_PARAMS'],
      [answer(400, body), 'UNSUPPORTED_OPERATION'],
      [answer(400, body), 'INVALID_PARAMS', 'other'],
      [answer(400, { ...body, x: 1 }), 'INVALID_PARAMS'],
      [answer(400, { error: { ...body.error, details } }), 'INVALID_PARAMS'],
      [
        answer(400, body, { ...A2A, 'content-type': `${A2A['content-type']}; charset=utf-8` }),
        'INVALID_PARAMS',
      ],
      [answer(400, body, { ...A2A, 'cache-control': 'private' }), 'INVALID_PARAMS'],
      [answer(400, body, { ...A2A, 'request-id': '' }), 'INVALID_PARAMS'],
      [answer(500, errorEnvelope('INTERNAL', 'M', 'another').body), 'INTERNAL'],
    ];
    for (const [received, reason, message] of wrong) {
      expect(() => assertEnvelope(received, reason, message)).toThrow();
    }
  });
});

describe('assertReply', () => {
  const reply = messageReply({ messageId: 'r', contextId: 'c', text: 't' });

  it('PACT 4.2: gives the parts of a reply', () => {
    expect(assertReply(answer(200, reply))).toEqual({ messageId: 'r', contextId: 'c', text: 't' });
  });

  it('P7: refuses members beside the message and beside the text', () => {
    const parts = [{ text: 't', mediaType: 'text/plain' }];
    for (const body of [{ ...reply, task: null }, { message: { ...reply.message, parts } }, {}]) {
      expect(() => assertReply(answer(200, body))).toThrow();
    }
    expect(() => assertReply(answer(201, reply))).toThrow();
  });
});

describe('bare answers', () => {
  const bare = { 'request-id': 'r-1' };

  it('PACT 3.4: a bare 401 has the exact challenge, no body and no type', () => {
    const challenge = { ...bare, 'www-authenticate': 'Bearer realm="a2a"' };
    assertBare401(answer(401, '', challenge));
    expect(() => assertBare401(answer(401, '', bare))).toThrow();
    expect(() => assertBare401(answer(401, 'x', challenge))).toThrow();
    expect(() => assertBare401(answer(401, '', { ...challenge, 'content-type': 'text/plain' }))).toThrow();
  });

  it('PACT 2.2: 404 and 405 have no body, 405 says what is allowed', () => {
    assertBare404(answer(404, '', bare));
    assertMethodNotAllowed(answer(405, '', { ...bare, allow: 'GET' }), 'GET');
    expect(() => assertMethodNotAllowed(answer(405, '', bare), 'GET')).toThrow();
    expect(() => assertBare404(answer(404, '{}', bare))).toThrow();
  });

  it('P26: 429 says whole seconds', () => {
    expect(assertRateLimited(answer(429, '', { 'retry-after': '3' }))).toBe(3);
    expect(() => assertRateLimited(answer(429, '', { 'retry-after': '0.5' }))).toThrow();
    expect(() => assertRateLimited(answer(429, '', {}))).toThrow();
  });
});

describe('readA2aAnswer', () => {
  it('reads status, headers and text of a response', async () => {
    const response = new Response('{}', { status: 404, headers: { allow: 'GET' } });
    expect(await readA2aAnswer(response)).toMatchObject({ status: 404, text: '{}' });
  });
});

describe('userMessage', () => {
  it('PACT 4.1: is accepted, has an id of its own, and can be made wrong', () => {
    const body = (message: unknown) =>
      parseSendMessage(Buffer.from(sendMessageBody(message, { tenant: 'x' })));
    expect(body(userMessage('Hi', { contextId: 'c' }))).toMatchObject({
      ok: true,
      value: { text: 'Hi', contextId: 'c' },
    });
    expect(userMessage('Hi').messageId).not.toBe(userMessage('Hi').messageId);
    expect(body(userMessage('Hi', { role: undefined })).ok).toBe(false);
  });
});
