import { LIMITS, parseJsonBytes } from '@surety/kernel';
import type { EgressAnswer, EgressErrorCode } from '@surety/platform';
import { isShallow } from '../json-value';
import type { ToolErrorCode, ToolFailure, ToolResult } from './tool-result';

const JSON_TYPE = /^application\/(?:[a-z0-9.+-]+\+)?json[\t ]*(?:;|$)/i;
const MESSAGES: Readonly<Record<ToolErrorCode, string>> = {
  invalid_arguments: 'The arguments do not fit the tool.',
  unknown_tool: 'There is no such tool.',
  rejected: 'The tool refused the call.',
  unavailable: 'The tool gave no usable answer.',
  timeout: 'The tool gave no answer in time.',
  too_large: 'The answer of the tool is too large.',
};

/** A call that gave nothing; the message is the code's own unless another one is given. */
export function toolFailure(code: ToolErrorCode, message: string = MESSAGES[code]): ToolFailure {
  return { ok: false, error: { code, message } };
}

/** What a whole answer means (PACT wire 5.4): its JSON, its text, null without content, or why it is none of these. */
export function readToolAnswer(answer: EgressAnswer): ToolResult {
  const { status } = answer;
  if (status >= 200 && status < 300) return readContent(answer);
  if (status < 400 || status >= 500) return { ...toolFailure('unavailable'), status };
  const body = readRefusal(answer);
  const error = {
    code: 'rejected' as const,
    message: MESSAGES.rejected,
    ...(body !== undefined && { body }),
  };
  return { ok: false, status, error };
}

/** What an exchange without a whole answer means. */
export function brokenExchange(code: EgressErrorCode): ToolFailure {
  if (code === 'timeout' || code === 'too_large') return toolFailure(code);
  return toolFailure('unavailable');
}

/** The scopes that a tool itself asks for with its 403 (RFC 6750 3.1); empty when it does not. */
export function scopesAskedFor(answer: EgressAnswer): readonly string[] {
  if (answer.status !== 403) return [];
  const said = parseJsonBytes(answer.body);
  if (typeof said !== 'object' || said === null || !('error' in said) || !('scope' in said)) return [];
  if (said.error !== 'insufficient_scope' || typeof said.scope !== 'string') return [];
  return said.scope.split(' ').filter(scope => scope !== '');
}

function readContent({ status, headers, body }: EgressAnswer): ToolResult {
  if (status === 204 || body.length === 0) return { ok: true, status, result: null };
  if (!JSON_TYPE.test(headers['content-type']?.trim() ?? '')) {
    const text = textOf(body);
    return text === undefined
      ? { ...toolFailure('unavailable'), status }
      : { ok: true, status, result: text };
  }
  const result = parseJsonBytes(body);
  if (result === undefined || !isShallow(result)) return { ...toolFailure('unavailable'), status };
  return { ok: true, status, result };
}

/** JSON of at most 4 KiB as its value, else the first 4 KiB as text; undefined for no content. */
function readRefusal({ headers, body }: EgressAnswer): unknown {
  if (body.length === 0) return undefined;
  const json = JSON_TYPE.test(headers['content-type']?.trim() ?? '');
  if (json && body.length <= LIMITS.toolRefusalBytes) {
    const value = parseJsonBytes(body);
    if (value !== undefined && isShallow(value)) return value;
  }
  // A cut in the middle of a character leaves a replacement character, which the text does without.
  return body
    .subarray(0, LIMITS.toolRefusalBytes)
    .toString('utf8')
    .replace(/\ufffd$/, '');
}

function textOf(body: Buffer): string | undefined {
  const text = body.toString('utf8');
  return Buffer.from(text).equals(body) ? text : undefined;
}
