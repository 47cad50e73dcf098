import { type JsonObject, type Result, err, isJsonObject, ok, parseJsonBytes } from '@surety/kernel';
import type { EgressAnswer } from '@surety/platform';
import { readAnswerText } from '../answer-text';
import { AgentFailure, type AgentFailureCode } from '../port';
import type { ChatToolCall } from './chat-messages';

/** What a model says: a text that answers, or calls, with whatever it says beside them. */
export type ChatAnswer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly content: string | null; readonly calls: readonly ChatToolCall[] };

type Read = Result<ChatAnswer, AgentFailure>;

const CALL_ID_CHARACTERS = 256;

/** The answer in a chat completion, or why it is none; details name no content of it. */
export function readChatAnswer(answer: EgressAnswer): Read {
  if (answer.status !== 200) return failure('status', `the model's endpoint answered ${answer.status}`);
  const completion = parseJsonBytes(answer.body);
  if (completion === undefined) return failure('not_json', 'the completion is not JSON in UTF-8');
  const choices: unknown = isJsonObject(completion) ? completion.choices : undefined;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const message: unknown = isJsonObject(first) ? first.message : undefined;
  if (!isJsonObject(message)) return failure('shape', 'the completion has no choices[0].message');
  const { content = null, tool_calls: calls = null } = message;
  if (content !== null && typeof content !== 'string') return failure('shape', 'content is no string');
  if (calls === null || (Array.isArray(calls) && calls.length === 0)) return readText(message, content);
  if (!Array.isArray(calls) || !calls.every(isCall))
    return failure('shape', 'tool_calls is no list of calls');
  if (new Set(calls.map(call => call.id)).size < calls.length)
    return failure('shape', 'a call id stands twice');
  return ok({ kind: 'calls', content, calls: calls.map(callOf) });
}

function readText({ refusal }: JsonObject, content: string | null): Read {
  const said = content ?? (typeof refusal === 'string' ? refusal : '');
  const text = readAnswerText(said);
  return text.ok ? ok({ kind: 'text', text: text.value }) : err(text.error);
}

function isCall(call: unknown): call is ChatToolCall {
  if (!isJsonObject(call) || !isJsonObject(call.function)) return false;
  const { id } = call;
  const { name, arguments: args } = call.function;
  if (typeof id !== 'string' || id === '' || id.length > CALL_ID_CHARACTERS) return false;
  return typeof name === 'string' && typeof args === 'string';
}

/** Only what is known of a call goes back to the model. */
function callOf({ id, function: { name, arguments: args } }: ChatToolCall): ChatToolCall {
  return { id, type: 'function', function: { name, arguments: args } };
}

const failure = (code: AgentFailureCode, detail: string): Read => err(new AgentFailure(code, detail));
