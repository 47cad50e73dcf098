import type { AdminObject } from './admin.client';
import { properties, terminalText } from './terminal-text';

/** One turn of a conversation as the admin API shows it. */
interface ConversationMessage {
  readonly turnNumber: number;
  readonly state: string;
  readonly text?: string | null;
  readonly reply?: string | null;
  readonly failure?: { readonly code: string; readonly detail: string; readonly requestId: string } | null;
  readonly at: string;
}

/** A conversation as a person reads it: its data, then who said what. */
export function conversationText(conversation: AdminObject): string {
  const head = properties([
    ['context', conversation.id],
    ['brand', conversation.brandId],
    ['personal agent', conversation.personalAgentId],
    ['user', conversation.userId],
    ['status', conversation.status],
    ['turns', conversation.turns],
    ['last', conversation.lastAt],
    ['closed', conversation.closedAt],
  ]);
  const messages: readonly ConversationMessage[] = Array.isArray(conversation.messages)
    ? conversation.messages
    : [];
  return [head, ...messages.map(messageText)].join('\n\n');
}

function messageText(message: ConversationMessage): string {
  const lines = [`#${message.turnNumber} ${terminalText(message.at)} ${terminalText(message.state)}`];
  if (message.text) lines.push(`user:  ${terminalText(message.text)}`);
  if (message.reply) lines.push(`agent: ${terminalText(message.reply)}`);
  if (message.failure) {
    const { code, detail, requestId } = message.failure;
    lines.push(`failed: ${terminalText(`${code}: ${detail} (request ${requestId})`)}`);
  }
  return lines.join('\n');
}
