import { type JsonObject, LIMITS, type Result, err, isJsonObject, ok, parseJsonBytes } from '@surety/kernel';
import { readAnswerText } from '../answer-text';
import { isShallow } from '../json-value';
import { type AgentAnswer, AgentFailure, type AgentFailureCode } from '../port';
import type { AskedCall } from '../tools/tool-call';

/** What came back from a webhook. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** What a webhook may say: an answer, calls of tools, or the scopes that it finds missing. */
export type WebhookReply =
  | { readonly kind: 'answer'; readonly answer: AgentAnswer }
  | { readonly kind: 'calls'; readonly calls: readonly AskedCall[] }
  | { readonly kind: 'scopes'; readonly missingScopes: readonly string[]; readonly text: string | undefined };

type Read = Result<WebhookReply, AgentFailure>;

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;
const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** What a webhook's reply says (PACT wire 5.2), or why it is none; details name no content of the reply. */
export function readWebhookReply(response: WebhookResponse): Read {
  const { status, contentType } = response;
  if (status >= 300 && status < 400)
    return failure('redirect', `answered ${status}; redirects are not followed`);
  if (status !== 200) return failure('status', `answered ${status}`);
  if (contentType === undefined || !JSON_TYPE.test(contentType.trim())) {
    return failure('content_type', 'answered without Content-Type application/json');
  }
  const json = parseJsonBytes(response.body);
  if (json === undefined) return failure('not_json', 'answered something that is not JSON in UTF-8');
  if (!isJsonObject(json)) return failure('shape', 'answered JSON that is no object');
  return readShape(json);
}

/** Exactly one of text, toolCalls, missingScopes; the last may bring a text of its own. */
function readShape(reply: JsonObject): Read {
  const calls = Object.hasOwn(reply, 'toolCalls');
  const scopes = Object.hasOwn(reply, 'missingScopes');
  const text = Object.hasOwn(reply, 'text');
  if (calls && scopes) return failure('shape', 'answered with toolCalls and missingScopes');
  if (calls) return text ? failure('shape', 'answered with toolCalls and text') : readCalls(reply.toolCalls);
  if (scopes) return readScopes(reply);
  if (!text) return failure('shape', 'answered with none of text, toolCalls, missingScopes');
  return readText(reply);
}

function readText(reply: JsonObject): Read {
  const close = Object.hasOwn(reply, 'close') ? reply.close : false;
  if (typeof reply.text !== 'string') return failure('shape', 'text is no string');
  if (typeof close !== 'boolean') return failure('shape', 'close is neither true nor false');
  const text = readAnswerText(reply.text);
  return text.ok ? ok({ kind: 'answer', answer: { text: text.value, close } }) : err(text.error);
}

function readCalls(calls: unknown): Read {
  const most = LIMITS.toolCallsPerStep;
  if (!Array.isArray(calls) || calls.length < 1 || calls.length > most || !calls.every(isCall)) {
    return failure('shape', `toolCalls is no list of 1 to ${most} calls`);
  }
  if (new Set(calls.map(call => call.id)).size < calls.length)
    return failure('shape', 'a call id stands twice');
  if (!isShallow(calls)) return failure('shape', 'toolCalls is nested too deep');
  const asked = calls.map(({ id, tool, arguments: args }) => ({ callId: id, tool, args }));
  return ok({ kind: 'calls', calls: asked });
}

function isCall(call: unknown): call is { id: string; tool: string; arguments: JsonObject } {
  if (!isJsonObject(call)) return false;
  const { id, tool, arguments: args } = call;
  return typeof id === 'string' && CALL_ID.test(id) && typeof tool === 'string' && isJsonObject(args);
}

function readScopes(reply: JsonObject): Read {
  const { missingScopes } = reply;
  const named = Array.isArray(missingScopes) && missingScopes.length > 0;
  if (!named || !missingScopes.every(scope => typeof scope === 'string' && scope !== '')) {
    return failure('shape', 'missingScopes is no list of scope ids');
  }
  if (!Object.hasOwn(reply, 'text')) return ok({ kind: 'scopes', missingScopes, text: undefined });
  if (typeof reply.text !== 'string') return failure('shape', 'text is no string');
  const text = readAnswerText(reply.text);
  return text.ok ? ok({ kind: 'scopes', missingScopes, text: text.value }) : err(text.error);
}

const failure = (code: AgentFailureCode, detail: string): Read => err(new AgentFailure(code, detail));
