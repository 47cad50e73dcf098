import { LIMITS, isJsonObject, parseJsonBytes } from '@surety/kernel';
import {
  NotFoundError,
  ProtocolViolationError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from './client-errors';
import { OAuthRefusedError } from './delegation-errors';
import { type Fetch, type HttpAnswer, exchange } from './http-exchange';
import { readRetryAfter } from './retry-after';

/** One call of an OAuth endpoint by a personal agent. */
export interface OAuthCall {
  readonly fetch: Fetch;
  readonly url: string;
  /** The personal-agent JWT: the client credential (PACT 5.3). */
  readonly token: string;
  /** Form parameters; an absent one is left out. */
  readonly form: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
  readonly nowMs: () => number;
}

/**
 * Posts a form to an OAuth endpoint and reads the answer: a JSON object, or undefined for an empty body (RFC 7009 2.2). Throws
 * {@link OAuthRefusedError} with the server's code, UnauthenticatedError for a bare 401, NotFoundError when the Brand does not
 * delegate, RateLimitedError, UnavailableError, ProtocolViolationError, and the errors of the wire. Never follows a redirect.
 */
export async function callOAuth(call: OAuthCall): Promise<Readonly<Record<string, unknown>> | undefined> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(call.form)) if (value !== undefined) form.set(name, value);
  const answer = await exchange(call.fetch, {
    url: call.url,
    method: 'POST',
    headers: {
      accept: 'application/json',
      authorization: `Bearer ${call.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
    timeoutMs: call.timeoutMs ?? LIMITS.clientCardMs,
    maxBytes: LIMITS.clientCardBytes,
    ...(call.signal ? { signal: call.signal } : {}),
  });
  return readOAuthAnswer(answer, call.nowMs());
}

function readOAuthAnswer(answer: HttpAnswer, nowMs: number): Readonly<Record<string, unknown>> | undefined {
  const requestId = answer.headers.get('request-id') ?? undefined;
  const facts = requestId === undefined ? {} : { requestId };
  const value = answer.body.length === 0 ? undefined : parseJsonBytes(answer.body);
  if (answer.status === 200) {
    if (answer.body.length === 0 || isJsonObject(value)) return value as Record<string, unknown> | undefined;
    throw new ProtocolViolationError('The OAuth answer is no JSON object', facts);
  }
  if (answer.status === 429) {
    throw new RateLimitedError(readRetryAfter(answer.headers.get('retry-after'), nowMs), facts);
  }
  if (answer.status >= 500) throw new UnavailableError(answer.status, facts);
  if (isJsonObject(value) && typeof value.error === 'string') {
    const text = typeof value.error_description === 'string' ? `: ${value.error_description}` : '';
    throw new OAuthRefusedError(value.error, answer.status, `${value.error}${text}`, facts);
  }
  if (answer.status === 401) {
    throw new UnauthenticatedError('The Provider refused the personal agent (401)', facts);
  }
  if (answer.status === 404) throw new NotFoundError('This Brand does not offer delegation (404)', facts);
  throw new ProtocolViolationError(`HTTP ${answer.status} without a readable OAuth error`, facts);
}
