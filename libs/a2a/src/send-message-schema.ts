import { type JsonObject, LIMITS, type Result, err, isJsonObject, isStorable, ok } from '@surety/kernel';
import { type A2aError, invalidParams, unknownContextId } from './a2a-error';

/** The message of a SendMessageRequest whose types, limits and characters are right; its meaning is judged later (P8). */
export interface SentMessage {
  readonly messageId: string;
  readonly contextId?: string;
  readonly taskId?: string;
  readonly role: string;
  readonly onlyText: boolean;
  /** The text parts joined by newlines. */
  readonly text: string;
}

/** The content members of an A2A 1.0 Part, of which exactly one may be there (P9). */
const CONTENT_ARMS = ['text', 'raw', 'url', 'data'] as const;

/**
 * Reads a parsed body as an A2A 1.0 SendMessageRequest with the leniency of P9: members that decide nothing are ignored,
 * `null` and `""` of optional members are absent, snake_case twins count where the camelCase member is absent. Fails
 * with INVALID_PARAMS (PACT 4.1, P27).
 */
export function readSendMessageRequest(body: unknown): Result<SentMessage, A2aError> {
  if (!isJsonObject(body)) return err(invalidParams('The body must be an object'));
  const { message, configuration, metadata } = body;
  if (!isAbsent(configuration) && !isJsonObject(configuration)) {
    return err(invalidParams('configuration must be an object'));
  }
  if (!isJsonObject(message)) return err(invalidParams('message must be an object'));
  const fault = metadataFault('metadata', metadata) ?? metadataFault('message.metadata', message.metadata);
  if (fault !== undefined) return refuse(fault);
  const { parts } = message;
  const partsRefusal = partsFault(parts);
  return partsRefusal === undefined ? readMessage(message, parts as JsonObject[]) : err(partsRefusal);
}

function readMessage(message: JsonObject, parts: readonly JsonObject[]): Result<SentMessage, A2aError> {
  const messageId = message.messageId ?? message.message_id;
  const contextId = optionalMember(message, 'contextId', 'context_id');
  const taskId = optionalMember(message, 'taskId', 'task_id');
  const { role } = message;
  if (typeof messageId !== 'string' || messageId === '') return refuse('message.messageId must be a string');
  if (Buffer.byteLength(messageId) > LIMITS.messageIdBytes) {
    return refuse(`message.messageId has more than ${LIMITS.messageIdBytes} bytes`);
  }
  if (contextId !== undefined && typeof contextId !== 'string') {
    return refuse('message.contextId must be a string');
  }
  if (taskId !== undefined && typeof taskId !== 'string') return refuse('message.taskId must be a string');
  if (typeof role !== 'string') return refuse('message.role must be a string');
  const texts = parts.map(part => part.text).filter(text => typeof text === 'string');
  const text = texts.join('\n');
  if (Buffer.byteLength(text) > LIMITS.textBytes)
    return refuse(`The text has more than ${LIMITS.textBytes} bytes`);
  const strings = [messageId, contextId ?? '', taskId ?? '', text];
  if (!strings.every(isStorable)) return refuse('The message holds a NUL or a lone surrogate');
  if (contextId !== undefined && Buffer.byteLength(contextId) > LIMITS.contextIdBytes) {
    return err(unknownContextId({ detail: 'longer than any context id' }));
  }
  return ok({ messageId, contextId, taskId, role, onlyText: texts.length === parts.length, text });
}

function partsFault(parts: unknown): A2aError | undefined {
  if (!Array.isArray(parts) || parts.length === 0) {
    return invalidParams('message.parts must be an array of at least one part');
  }
  for (const [index, part] of parts.entries()) {
    const fault = partFault(part);
    if (fault !== undefined) return invalidParams(`message.parts[${index}]${fault}`);
  }
  return undefined;
}

function partFault(part: unknown): string | undefined {
  if (!isJsonObject(part)) return ' must be an object';
  const arms = CONTENT_ARMS.filter(arm => part[arm] !== undefined && part[arm] !== null);
  const [arm] = arms;
  if (arm === undefined || arms.length > 1) return ` must hold exactly one of ${CONTENT_ARMS.join(', ')}`;
  if (arm !== 'data' && typeof part[arm] !== 'string') return `.${arm} must be a string`;
  return metadataFault('.metadata', part.metadata);
}

function metadataFault(path: string, metadata: unknown): string | undefined {
  if (isAbsent(metadata)) return undefined;
  if (!isJsonObject(metadata)) return `${path} must be an object`;
  if (Buffer.byteLength(JSON.stringify(metadata)) > LIMITS.metadataBytes) {
    return `${path} has more than ${LIMITS.metadataBytes} bytes`;
  }
  return isStorableTree(metadata) ? undefined : `${path} holds a NUL or a lone surrogate`;
}

/** Recursion is bounded by the depth limit of the JSON stage. */
function isStorableTree(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorableTree(member));
}

function optionalMember(object: JsonObject, camelCase: string, snakeCase: string): unknown {
  const value = isAbsent(object[camelCase]) ? object[snakeCase] : object[camelCase];
  return isAbsent(value) ? undefined : value;
}

const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

const refuse = (message: string): Result<never, A2aError> => err(invalidParams(message));
