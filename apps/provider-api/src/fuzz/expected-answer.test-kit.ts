import assert from 'node:assert/strict';
import { A2A_REASONS, type A2aReason, type A2aRouteMatch, parseListTasks, readTaskId } from '@surety/a2a';
import {
  type A2aAnswer,
  assertBare401,
  assertBare404,
  assertEnvelope,
  assertMethodNotAllowed,
  assertRateLimited,
  assertReply,
} from '@surety/testing';
import { resolveRoute } from '../a2a/provider-routes';
import type { FuzzWorld } from './fuzz-world.test-kit';
import type { MessageFate } from './message-bodies.test-kit';
import type { RequestDraft } from './requests.test-kit';

type Operation = Extract<A2aRouteMatch, { kind: 'operation' }>;

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
/** What a request target may be made of (RFC 9112 3.2); Node's parser takes nothing else. */
const IN_A_TARGET = /^[\x21-\x7e]*$/;
const AUTHORITY = /^https?:\/\/[^/?]*/;
const EMPTY_LIST = { tasks: [], nextPageToken: '', totalSize: 0 };
const MEDIA_TYPES: Readonly<Record<string, RegExp>> = {
  '/metrics': /^text\/plain; version=0\.0\.4/,
  '/health/live': /^application\/json; charset=utf-8$/,
  '/health/ready': /^application\/json; charset=utf-8$/,
  '/.well-known/webhook-jwks.json': /^application\/json$/,
};

/** What holds for every answer, also to what is no request: a fresh id, no server fault, no error page of a framework. */
export function assertDecent(answer: A2aAnswer): void {
  assert.match(answer.headers.get('request-id') ?? '', ULID);
  assert(answer.headers.get('date'), 'every answer is dated');
  assert.equal(answer.headers.get('x-powered-by'), null);
  assert(answer.status < 500, `${answer.status} ${answer.text.slice(0, 500)}`);
}

/** Asserts that a bare answer has neither a body nor a type; `status` is whatever the parser found. */
export function assertBareStatus(answer: A2aAnswer): void {
  assert.equal(answer.text, '');
  assert.equal(answer.headers.get('content-type'), null);
}

/**
 * Asserts the whole answer to a request by the order of checks (P4): route, credential, limit, Brand, delegation,
 * operation. Which route a target names is taken from the product, whose own specs judge it.
 */
export function assertExpected(draft: RequestDraft, answer: A2aAnswer, world: FuzzWorld): void {
  const { method, target } = draft.line;
  if (!IN_A_TARGET.test(target)) return assertRefusedByParser(answer);
  const route = resolveRoute(method, target);
  switch (route.kind) {
    case 'not-found':
    case 'oauth': // This Provider has nobody to hand it on to.
      return assertBare404(answer);
    case 'method-not-allowed':
      return assertMethodNotAllowed(answer, route.allow);
    case 'origin':
      return assertOrigin(method, target, answer);
    case 'operation':
      return assertOperation(draft, route, answer, world);
  }
}

function assertRefusedByParser(answer: A2aAnswer): void {
  assert.equal(answer.status, 400);
  assertBareStatus(answer);
}

function assertOperation(draft: RequestDraft, route: Operation, answer: A2aAnswer, world: FuzzWorld): void {
  const brand = world.kindOf(route.brandId);
  const isOpen = brand !== 'closed' && brand !== 'unknown';
  const { credential, line } = draft;
  if (!route.route.authenticated) return isOpen ? assertCard(line.method, answer) : assertBare404(answer);
  if (credential.kind === 'limited' && answer.status === 429) return void assertRateLimited(answer);
  if (credential.kind !== 'good' && credential.kind !== 'limited') return assertBare401(answer);
  if (!isOpen) return assertBare404(answer);
  if (draft.delegated) return assertNoDelegation(answer);
  if (route.route.refusal) return void assertEnvelope(answer, route.route.refusal);
  if (route.operation === 'sendMessage') return assertSent(fateOf(draft, brand === 'broken'), answer);
  assertTasks(route, answer);
}

/** What the message is made for comes true only for the user and at the Brand that it is made for. */
function fateOf({ body, credential }: RequestDraft, broken: boolean): MessageFate {
  if (!body) return { kind: 'refused', reason: 'INVALID_PARAMS' };
  if (credential.kind === 'limited' && body.sub !== undefined) {
    return { kind: 'refused', reason: 'INVALID_PARAMS' };
  }
  return broken && body.fate.kind === 'reply' ? { kind: 'refused', reason: 'INTERNAL' } : body.fate;
}

function assertSent(fate: MessageFate, answer: A2aAnswer): void {
  switch (fate.kind) {
    case 'reply':
      return void assertReply(answer);
    case 'stored':
      return assert.equal(assertReply(answer).messageId, fate.replyId);
    case 'refused':
      return void assertEnvelope(answer, fate.reason);
    case 'any':
      return void (answer.status === 200 ? assertReply(answer) : assertEnvelope(answer, reasonOf(answer)));
  }
}

function assertTasks(route: Operation, answer: A2aAnswer): void {
  if (route.operation === 'listTasks') {
    const page = parseListTasks(route.query);
    if (!page.ok) return void assertEnvelope(answer, 'INVALID_PARAMS');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'application/a2a+json');
    return assert.deepEqual(JSON.parse(answer.text), { ...EMPTY_LIST, pageSize: page.value.pageSize });
  }
  const id = readTaskId(route.params.taskId ?? '');
  if (!id.ok) return void assertEnvelope(answer, 'INVALID_PARAMS');
  assertEnvelope(answer, 'TASK_NOT_FOUND', `Task not found: ${id.value}`);
}

function assertCard(method: string, answer: A2aAnswer): void {
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  if (method === 'OPTIONS') return assert.equal(answer.status, 204);
  assert.match(answer.headers.get('etag') ?? '', /^"[^"]+"$/);
  assert.equal(answer.headers.get('cache-control'), 'public, max-age=60');
  if (answer.status === 304) return assert.equal(answer.text, '');
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/a2a+json');
  if (method === 'HEAD') return;
  assert.equal((JSON.parse(answer.text) as { name: unknown }).name, 'Brand');
}

/** Host names a Brand's domain here, unless the target names another authority (RFC 9112 3.2.2). */
function assertOrigin(method: string, target: string, answer: A2aAnswer): void {
  const path = target.replace(AUTHORITY, '').split('?', 1)[0] ?? '';
  if (path === '/.well-known/agent-card.json') {
    return AUTHORITY.test(target) ? assertBare404(answer) : assertCard(method, answer);
  }
  if (method === 'OPTIONS') return assert.equal(answer.status, 204);
  assert.equal(answer.status, 200, answer.text);
  assert.match(answer.headers.get('content-type') ?? '', MEDIA_TYPES[path] ?? /^$/);
}

function assertNoDelegation(answer: A2aAnswer): void {
  assert.equal(answer.status, 401);
  assert.equal(answer.headers.get('www-authenticate'), 'Bearer realm="a2a", error="invalid_token"');
  assertBareStatus(answer);
}

/** The reason that an envelope gives; what is none is found out by the assertion that follows. */
export function reasonOf(answer: A2aAnswer): A2aReason {
  const said = /"reason":"(\w+)"/.exec(answer.text)?.[1] ?? '';
  return said in A2A_REASONS ? (said as A2aReason) : 'INVALID_PARAMS';
}
