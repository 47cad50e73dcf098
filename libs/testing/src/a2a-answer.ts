import assert from 'node:assert/strict';
import type { A2aReason } from '@surety/a2a';

/** An HTTP answer read whole, so that its bytes can be compared. */
export interface A2aAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The reply of an ordinary turn. */
export interface ReceivedReply {
  readonly messageId: string;
  readonly contextId: string;
  readonly text: string;
}

const MEDIA_TYPE = 'application/a2a+json';

/** PACT 6, written out a second time on purpose: an oracle taken from the product would agree with its mistakes. */
const ENVELOPES: Readonly<Record<A2aReason, readonly [number, string]>> = {
  INVALID_PARAMS: [400, 'INVALID_ARGUMENT'],
  CONTENT_TYPE_NOT_SUPPORTED: [400, 'INVALID_ARGUMENT'],
  UNSUPPORTED_OPERATION: [400, 'FAILED_PRECONDITION'],
  PUSH_NOTIFICATION_NOT_SUPPORTED: [400, 'FAILED_PRECONDITION'],
  TASK_NOT_FOUND: [404, 'NOT_FOUND'],
  INTERNAL: [500, 'INTERNAL'],
};

/** Reads a fetch response to its end. */
export async function readA2aAnswer(response: Response): Promise<A2aAnswer> {
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Asserts an A2A error: status, media type without charset, `no-store`, and a body with exactly one ErrorInfo and nothing
 * else (PACT 6, P2, P6); INTERNAL names the answer's own Request-Id. `message` is compared when given. Gives the message.
 */
export function assertEnvelope(answer: A2aAnswer, reason: A2aReason, message?: string): string {
  const [code, status] = ENVELOPES[reason];
  assertA2aHeaders(answer);
  const body = JSON.parse(answer.text) as { error?: { message?: unknown } };
  const said = body.error?.message;
  assert(typeof said === 'string' && said !== '', 'an error has a message');
  const requestId = answer.headers.get('request-id');
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' };
  const details = [reason === 'INTERNAL' ? { ...info, metadata: { requestId } } : info];
  assert.deepEqual(body, { error: { code, status, message: message ?? said, details } });
  assert.equal(answer.status, code);
  return said;
}

/** Asserts the reply of an ordinary turn: `message` alone at the top, one part with only text (PACT 4.2, P7). */
export function assertReply(answer: A2aAnswer): ReceivedReply {
  assert.equal(answer.status, 200, answer.text);
  assertA2aHeaders(answer);
  const { message } = JSON.parse(answer.text) as {
    message?: Partial<ReceivedReply> & { parts?: { text?: string }[] };
  };
  const { messageId, contextId } = message ?? {};
  const text = message?.parts?.[0]?.text;
  assert(typeof messageId === 'string' && messageId !== '', 'a reply has a messageId');
  assert(typeof contextId === 'string' && contextId !== '', 'a reply has a contextId');
  assert(typeof text === 'string', 'a reply has text');
  const whole = { message: { messageId, contextId, role: 'ROLE_AGENT', parts: [{ text }] } };
  assert.deepEqual(JSON.parse(answer.text), whole);
  return { messageId, contextId, text };
}

/** Asserts the bare 401 of PACT 3.4: the exact challenge, no body, no Content-Type. */
export function assertBare401(answer: A2aAnswer): void {
  assertBare(answer, 401);
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="a2a"');
}

/** Asserts a bare 404: an unknown route or Brand (PACT 2.2). */
export function assertBare404(answer: A2aAnswer): void {
  assertBare(answer, 404);
}

/** Asserts 405 with exactly this `Allow` (P5); `allow` is written like the header, for example `GET, POST`. */
export function assertMethodNotAllowed(answer: A2aAnswer, allow: string): void {
  assertBare(answer, 405);
  assert.equal(answer.headers.get('allow'), allow);
}

/** Asserts 429 with whole seconds to wait and no A2A body (PACT 6, P26). Gives the seconds. */
export function assertRateLimited(answer: A2aAnswer): number {
  assert.equal(answer.status, 429);
  assert.notEqual(answer.headers.get('content-type'), MEDIA_TYPE);
  const retryAfter = answer.headers.get('retry-after') ?? '';
  assert.match(retryAfter, /^[1-9][0-9]*$/);
  return Number(retryAfter);
}

function assertBare(answer: A2aAnswer, status: number): void {
  assert.equal(answer.status, status, answer.text);
  assert.equal(answer.text, '');
  assert.equal(answer.headers.get('content-type'), null);
  assert(answer.headers.get('request-id'), 'every answer has a Request-Id');
}

function assertA2aHeaders(answer: A2aAnswer): void {
  assert.equal(answer.headers.get('content-type'), MEDIA_TYPE);
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  assert(answer.headers.get('request-id'), 'every answer has a Request-Id');
}
