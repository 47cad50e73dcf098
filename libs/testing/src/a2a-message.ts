import { randomUUID } from 'node:crypto';

/** A Part as a test may send it: right or wrong. */
export type DraftPart = Readonly<Record<string, unknown>>;

/** The body of message:send as a test may send it; any member may be replaced by something wrong. */
export interface DraftMessage {
  readonly messageId: unknown;
  readonly role: unknown;
  readonly parts: unknown;
  readonly contextId?: unknown;
  readonly taskId?: unknown;
  readonly [other: string]: unknown;
}

/** A message that PACT 4.1 accepts, with an id of its own; `changes` replace or add members (undefined leaves one out). */
export function userMessage(text: string, changes: Partial<DraftMessage> = {}): DraftMessage {
  return { messageId: `m-${randomUUID()}`, role: 'ROLE_USER', parts: [{ text }], ...changes };
}

/** The JSON text of a SendMessageRequest around a message, with members beside it. */
export function sendMessageBody(message: unknown, beside: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ message, ...beside });
}
