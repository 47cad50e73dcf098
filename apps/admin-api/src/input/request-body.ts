import type { IncomingMessage } from 'node:http';
import { LIMITS } from '@surety/kernel';
import { readBody } from '@surety/platform';
import { type FieldFault, invalidRequest } from '../problem/problem';

/** `application/json` or any `+json` type, in UTF-8 if a charset is named at all. */
const JSON_TYPE =
  /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)(?:\s*;\s*charset\s*=\s*"?utf-?8"?)?\s*;?\s*$/i;

const whole = (code: string, message: string): FieldFault => ({ path: '', code, message });

/**
 * Reads the body of a request that passed the guard. In: the raw request and its Content-Type as the caller sent it.
 * Out: the bytes, empty when there is no body. Throws a 400 Problem for a media type that is not JSON, a content
 * coding, more than 256 KiB, or a body that breaks off.
 */
export async function jsonBytes(request: IncomingMessage, contentType: string | undefined): Promise<Buffer> {
  if (!hasBody(request)) return Buffer.alloc(0);
  const refusal = headerFault(request, contentType ?? '');
  if (refusal !== undefined) throw unread(request, refusal);
  const body = await readBody(request, LIMITS.bodyBytes);
  if (body.ok) return body.value;
  throw unread(request, body.error === 'too_large' ? tooLarge() : whole('broken_off', 'The body broke off.'));
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function headerFault({ headers }: IncomingMessage, contentType: string): FieldFault | undefined {
  if (!JSON_TYPE.test(contentType)) {
    return whole('wrong_media_type', 'Send the body as application/json in UTF-8.');
  }
  const coding = headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity') return whole('wrong_media_type', 'Send the body without content coding.');
  return Number(headers['content-length'] ?? 0) > LIMITS.bodyBytes ? tooLarge() : undefined;
}

function tooLarge(): FieldFault {
  return whole('too_large', `The body has at most ${LIMITS.bodyBytes} bytes.`);
}

/** The rest of a refused body is thrown away, and the connection is not used again. */
function unread(request: IncomingMessage, fault: FieldFault) {
  request.resume();
  return invalidRequest([fault], { headers: { connection: 'close' } });
}
