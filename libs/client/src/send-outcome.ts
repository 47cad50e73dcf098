import { type Part, type SendMessageResponse, type Task, readSendMessageResponse } from '@surety/a2a';
import { ProtocolViolationError, type SentMessage } from './client-errors';
import type { ReceiptFinding } from './receipt-finding';
import { readWebAddress } from './web-address';

interface Outcome {
  /** The conversation to go on with. */
  readonly contextId: string;
  /** The id under which the User's message was sent. */
  readonly messageId: string;
  /** What the Brand's agent says; text parts joined by newlines. */
  readonly text: string;
  /** How often the message had to be sent. */
  readonly attempts: number;
  readonly requestId?: string;
}

/** The Brand's agent answered (PACT 4.2). */
export interface ReplyOutcome extends Outcome {
  readonly kind: 'reply';
  readonly replyId: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Only when a delegation token was presented (PACT 5.6). */
  readonly receipt?: ReceiptFinding;
}

/** The Brand's agent needs scopes that the User has not granted; the conversation stays open (PACT 5.5). */
export interface PermissionOutcome extends Outcome {
  readonly kind: 'permission-needed';
  readonly taskId: string;
  readonly missingScopes: readonly string[];
  /**
   * The Brand's own link: approving there widens the grant but gives us no token, so that a personal agent shows the link of
   * its own device flow (P28); left out when it is no address that may be shown.
   */
  readonly verificationUri?: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Only when something was done before the scope was found missing (P28). */
  readonly receipt?: ReceiptFinding;
}

export type SendOutcome = ReplyOutcome | PermissionOutcome;

/**
 * Reads the answer to a sent message. Throws {@link ProtocolViolationError} when it is malformed, belongs to another
 * context than the one it was sent to, has no text, or is a task in a state that PACT does not know (PACT 4.2, 5.5).
 */
export function readSendOutcome(
  answer: { readonly value: unknown; readonly attempts: number; readonly requestId?: string },
  sent: SentMessage,
): SendOutcome {
  const facts = answer.requestId === undefined ? {} : { requestId: answer.requestId };
  const read = readSendMessageResponse(answer.value);
  if (!read.ok) {
    throw new ProtocolViolationError(
      `The answer is malformed: ${read.error.path} ${read.error.message}`,
      facts,
    );
  }
  const { contextId } = 'message' in read.value ? read.value.message : read.value.task;
  if (sent.contextId !== undefined && contextId !== sent.contextId) {
    throw new ProtocolViolationError('The answer belongs to another conversation', facts);
  }
  const common = { contextId, messageId: sent.messageId, attempts: answer.attempts, ...facts };
  const outcome = outcomeOf(read.value, common);
  if (!outcome)
    throw new ProtocolViolationError(
      'The answer is neither a text reply nor a request for permission',
      facts,
    );
  return outcome;
}

function outcomeOf(response: SendMessageResponse, common: Omit<Outcome, 'text'>): SendOutcome | undefined {
  if ('task' in response) return permissionNeeded(response.task, common);
  const { messageId: replyId, parts, metadata } = response.message;
  const text = textOf(parts);
  if (text === undefined) return undefined;
  return { kind: 'reply', text, ...common, replyId, ...(metadata ? { metadata } : {}) };
}

function permissionNeeded(task: Task, common: Omit<Outcome, 'text'>): PermissionOutcome | undefined {
  if (task.status.state !== 'TASK_STATE_AUTH_REQUIRED') return undefined;
  const scopes = task.metadata?.['pact.missingScopes'];
  if (!Array.isArray(scopes) || !scopes.every(scope => typeof scope === 'string')) return undefined;
  const link = task.metadata?.['pact.verificationUriComplete'];
  const address = typeof link === 'string' ? readWebAddress(link) : undefined;
  return {
    kind: 'permission-needed',
    text: textOf(task.status.message?.parts ?? []) ?? '',
    ...common,
    taskId: task.id,
    missingScopes: scopes,
    ...(address?.ok ? { verificationUri: address.value.href } : {}),
    ...(task.metadata ? { metadata: task.metadata } : {}),
  };
}

function textOf(parts: readonly Part[]): string | undefined {
  const texts = parts.flatMap(part => ('text' in part ? [part.text] : []));
  return texts.length > 0 ? texts.join('\n') : undefined;
}
