import { A2A_MEDIA_TYPE, readErrorBody } from '@surety/a2a';
import { parseJsonBytes } from '@surety/kernel';
import {
  type ClientErrorFacts,
  NotFoundError,
  ProtocolViolationError,
  RateLimitedError,
  UnauthenticatedError,
  UnavailableError,
} from './client-errors';
import { DelegationRefusedError } from './delegation-errors';
import type { HttpAnswer } from './http-exchange';
import { refusedError } from './refusals';
import { readRetryAfter } from './retry-after';

/** What providers label JSON with; PACT 2 wants the first, the second is tolerated. */
const JSON_MEDIA_TYPES = [A2A_MEDIA_TYPE, 'application/json'];

/**
 * The JSON of a 200 answer of an A2A operation. Throws the typed error of any other answer: a redirect is a violation,
 * since a token is never sent onward; 401 and 429 have no A2A body; elsewhere the reason is read from the body and never
 * guessed from the status (PACT 2.2, 3.4, 6).
 */
export function readAnswer(answer: HttpAnswer, nowMs: number): unknown {
  const requestId = answer.headers.get('request-id') ?? undefined;
  const facts = requestId === undefined ? {} : { requestId };
  if (answer.status === 200) return readGoodAnswer(answer, facts);
  if (answer.status >= 300 && answer.status < 400) {
    throw new ProtocolViolationError('The Provider answered with a redirect, which is never followed', facts);
  }
  if (answer.status === 401) throw unauthenticated(answer, facts);
  if (answer.status === 429) {
    throw new RateLimitedError(readRetryAfter(answer.headers.get('retry-after'), nowMs), facts);
  }
  throw errorOfBody(answer, facts);
}

function readGoodAnswer(answer: HttpAnswer, facts: ClientErrorFacts): unknown {
  if (!isJson(answer)) {
    const type = answer.headers.get('content-type') ?? 'none';
    throw new ProtocolViolationError(`The answer has the media type ${type}, not ${A2A_MEDIA_TYPE}`, facts);
  }
  const value = parseJsonBytes(answer.body);
  if (value === undefined) throw new ProtocolViolationError('The answer is not JSON', facts);
  return value;
}

/** 401 has no body and no cause; only a bad delegation token is told apart (PACT 5.5). */
function unauthenticated(answer: HttpAnswer, facts: ClientErrorFacts): UnauthenticatedError {
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const delegation = /error="?invalid_token"?/i.test(challenge);
  if (delegation) return new DelegationRefusedError('The Provider refused the delegation token (401)', facts);
  return new UnauthenticatedError('The Provider refused the personal agent (401)', facts);
}

function errorOfBody(answer: HttpAnswer, facts: ClientErrorFacts): Error {
  const read = isJson(answer) ? readErrorBody(parseJsonBytes(answer.body)) : undefined;
  if (read?.ok) {
    const { reason, message, requestId } = read.value;
    return refusedError({
      reason,
      message,
      httpStatus: answer.status,
      ...facts,
      ...(requestId ? { requestId } : {}),
    });
  }
  if (answer.status === 404) return new NotFoundError('There is no such Brand at this Provider (404)', facts);
  if (answer.status >= 500) return new UnavailableError(answer.status, facts);
  return new ProtocolViolationError(`HTTP ${answer.status} without a readable A2A error body`, facts);
}

function isJson(answer: HttpAnswer): boolean {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase();
  return JSON_MEDIA_TYPES.includes(type ?? '');
}
