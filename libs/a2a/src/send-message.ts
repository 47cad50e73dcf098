import { type Result, err, ok } from '@surety/kernel';
import { A2aError, invalidParams, taskNotFound } from './a2a-error';
import { contentHash } from './content-hash';
import { readJsonText } from './json-text';
import { type SentMessage, readSendMessageRequest } from './send-message-schema';

/** The stages of P8 that need nothing but the body, in order; each is passed before the next is looked at. */
export const SEND_MESSAGE_STAGES = ['json', 'schema', 'taskId', 'role', 'part-kinds', 'blank-text'] as const;

export type SendMessageStage = (typeof SEND_MESSAGE_STAGES)[number];

/** A message that passed every stage; `text` is its text parts joined by newlines (PACT 4.1, P8). */
export interface SendMessage {
  readonly messageId: string;
  readonly contextId?: string;
  readonly text: string;
  /** base64url SHA-256 of the whole body's canonical form (P11); computed on call. */
  contentHash(): string;
}

/**
 * Parses the raw body of `message:send` through the stages of P8 up to blank text. In: the bytes as received; `onStage`
 * hears each stage as it begins, so the last one heard is the one that refused. Never throws; fails with INVALID_PARAMS,
 * TASK_NOT_FOUND or CONTENT_TYPE_NOT_SUPPORTED (PACT 4.1, P9, P27).
 */
export function parseSendMessage(
  body: Uint8Array,
  onStage?: (stage: SendMessageStage) => void,
): Result<SendMessage, A2aError> {
  onStage?.('json');
  const json = readJsonText(body);
  if (!json.ok) return json;
  onStage?.('schema');
  const request = readSendMessageRequest(json.value.value);
  if (!request.ok) return request;
  const message = request.value;
  for (const [stage, refusal] of MESSAGE_STAGES) {
    onStage?.(stage);
    const error = refusal(message);
    if (error !== undefined) return err(error);
  }
  const { messageId, contextId, text } = message;
  return ok({ messageId, contextId, text, contentHash: () => contentHash(json.value.text) });
}

/** The stages after the schema, as one table: name and refusal. */
const MESSAGE_STAGES: readonly (readonly [
  SendMessageStage,
  (message: SentMessage) => A2aError | undefined,
])[] = [
  ['taskId', ({ taskId }) => (taskId === undefined ? undefined : taskNotFound())],
  [
    'role',
    ({ role }) => (role === 'ROLE_USER' ? undefined : invalidParams('message.role must be ROLE_USER')),
  ],
  ['part-kinds', ({ onlyText }) => (onlyText ? undefined : contentTypeNotSupported())],
  ['blank-text', ({ text }) => (text.trim() === '' ? invalidParams('The message has no text') : undefined)],
];

const contentTypeNotSupported = (): A2aError =>
  new A2aError('CONTENT_TYPE_NOT_SUPPORTED', 'Only text parts are supported');
