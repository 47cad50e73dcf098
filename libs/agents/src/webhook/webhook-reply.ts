import { type JsonObject, type Result, err, isJsonObject, ok, parseJsonBytes } from '@surety/kernel';
import { readAnswerText } from '../answer-text';
import { type AgentAnswer, AgentFailure, type AgentFailureCode } from '../port';

/** What came back from a webhook. */
export interface WebhookResponse {
  readonly status: number;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

type Read = Result<AgentAnswer, AgentFailure>;

const JSON_TYPE = /^application\/json[\t ]*(?:;|$)/i;
const CALL_ID = /^[A-Za-z0-9_-]{1,64}$/;
const CALLS_PER_STEP = 8;

/** The answer in a webhook's reply (PACT wire 5.2), or why it is none; details name no content of the reply. */
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
  if (calls)
    return text ? failure('shape', 'answered with toolCalls and text') : refuseCalls(reply.toolCalls);
  if (scopes) return refuseScopes(reply);
  if (!text) return failure('shape', 'answered with none of text, toolCalls, missingScopes');
  return readText(reply);
}

function readText(reply: JsonObject): Read {
  const close = Object.hasOwn(reply, 'close') ? reply.close : false;
  if (typeof reply.text !== 'string') return failure('shape', 'text is no string');
  if (typeof close !== 'boolean') return failure('shape', 'close is neither true nor false');
  const text = readAnswerText(reply.text);
  return text.ok ? ok({ text: text.value, close }) : err(text.error);
}

/** Before delegation exists (PACT wire §9) well-formed calls fail the turn as well, under a code of their own. */
function refuseCalls(calls: unknown): Read {
  if (!Array.isArray(calls) || calls.length < 1 || calls.length > CALLS_PER_STEP || !calls.every(isCall)) {
    return failure('shape', `toolCalls is no list of 1 to ${CALLS_PER_STEP} calls`);
  }
  if (new Set(calls.map(call => call.id)).size < calls.length)
    return failure('shape', 'a call id stands twice');
  return failure('unsupported', 'asked for tools, which this turn has none of');
}

function isCall(call: unknown): call is { id: string } {
  if (!isJsonObject(call)) return false;
  const { id, tool, arguments: args } = call;
  return typeof id === 'string' && CALL_ID.test(id) && typeof tool === 'string' && isJsonObject(args);
}

function refuseScopes(reply: JsonObject): Read {
  const { missingScopes, text } = reply;
  const named = Array.isArray(missingScopes) && missingScopes.length > 0;
  if (!named || !missingScopes.every(scope => typeof scope === 'string' && scope !== '')) {
    return failure('shape', 'missingScopes is no list of scope ids');
  }
  if (text !== undefined && typeof text !== 'string') return failure('shape', 'text is no string');
  return failure('unsupported', 'asked for scopes, which this Brand has none of');
}

const failure = (code: AgentFailureCode, detail: string): Read => err(new AgentFailure(code, detail));
