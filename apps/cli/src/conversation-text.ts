import { properties, terminalText } from './terminal-text';

/** One turn of a conversation as the admin API shows it. */
interface ConversationMessage {
  readonly turnNumber: number;
  readonly state: string;
  readonly text: string | null;
  readonly reply: string | null;
  readonly failure?: string | null;
  readonly at: string;
}

/** A conversation as the admin API shows it; only the members that are printed. */
export interface Conversation {
  readonly id: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly userId: string;
  readonly status: string;
  readonly turns: number;
  readonly lastAt: string | null;
  readonly closedAt?: string | null;
  readonly closedBy?: string | null;
  readonly messages?: readonly ConversationMessage[];
}

/** A conversation as a person reads it: its data, then who said what. */
export function conversationText(conversation: Conversation): string {
  const head = properties([
    ['context', conversation.id],
    ['brand', conversation.brandId],
    ['personal agent', conversation.personalAgentId],
    ['user', conversation.userId],
    ['status', conversation.status],
    ['turns', String(conversation.turns)],
    ['last', conversation.lastAt ?? undefined],
    [
      'closed',
      conversation.closedAt ? `${conversation.closedAt} by ${conversation.closedBy ?? '?'}` : undefined,
    ],
  ]);
  return [head, ...(conversation.messages ?? []).map(messageText)].join('\n\n');
}

function messageText(message: ConversationMessage): string {
  const lines = [`#${message.turnNumber} ${terminalText(message.at)} ${terminalText(message.state)}`];
  if (message.text !== null) lines.push(`user:  ${terminalText(message.text)}`);
  if (message.reply !== null) lines.push(`agent: ${terminalText(message.reply)}`);
  if (message.failure) lines.push(`failed: ${terminalText(message.failure)}`);
  return lines.join('\n');
}
