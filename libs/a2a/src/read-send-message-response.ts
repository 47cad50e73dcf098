import type { Result } from '@surety/kernel';
import { type AgentMessage, type Part, type SendMessageResponse, TASK_STATES, type Task } from './a2a-types';
import { type WireFault, type WireObject, readWire } from './wire-object';

const CONTENT_ARMS = ['text', 'raw', 'url', 'data'] as const;

/**
 * Reads the answer of message:send: exactly one of a message (from the agent, with its contextId and at least one part)
 * and a task (PACT 2.2, 4.2, 5.5).
 */
export function readSendMessageResponse(value: unknown): Result<SendMessageResponse, WireFault> {
  return readWire(value, answer => {
    if (answer.has('message') === answer.has('task'))
      return answer.refuse('must hold either message or task');
    return answer.has('message')
      ? { message: readMessage(answer.object('message')) }
      : { task: readTask(answer.object('task')) };
  });
}

function readMessage(message: WireObject): AgentMessage {
  return {
    messageId: message.text('messageId'),
    contextId: message.text('contextId'),
    role: message.oneOf('role', ['ROLE_AGENT']),
    parts: message.objects('parts', 1).map(readPart),
    metadata: message.optionalRecord('metadata'),
  };
}

function readTask(task: WireObject): Task {
  const status = task.object('status');
  const message = status.optionalObject('message');
  return {
    id: task.text('id'),
    contextId: task.text('contextId'),
    status: {
      state: status.oneOf('state', TASK_STATES),
      message: message && {
        messageId: message.optionalString('messageId'),
        parts: message.objects('parts', 1).map(readPart),
      },
      timestamp: status.optionalString('timestamp'),
    },
    metadata: task.optionalRecord('metadata'),
  };
}

function readPart(part: WireObject): Part {
  const [arm, ...others] = CONTENT_ARMS.filter(name => part.has(name));
  if (arm === undefined || others.length > 0) {
    return part.refuse(`must hold exactly one of ${CONTENT_ARMS.join(', ')}`);
  }
  const described = {
    filename: part.optionalString('filename'),
    mediaType: part.optionalString('mediaType'),
    metadata: part.optionalRecord('metadata'),
  };
  if (arm === 'data') return { data: part.value('data'), ...described };
  const content = { [arm]: part.string(arm) } as { text: string } | { raw: string } | { url: string };
  return { ...content, ...described };
}
