import { type Task, readSendMessageResponse } from '@surety/a2a';
import { isJsonObject } from '@surety/kernel';
import { ProtocolViolationError } from './client-errors';

/** One page of tasks; PACT 2.2 Providers of the Identity profile answer an empty one. */
export interface TaskList {
  readonly tasks: readonly Task[];
  readonly nextPageToken: string;
  readonly pageSize: number;
  readonly totalSize: number;
}

/** Reads a task. Throws {@link ProtocolViolationError} when it is malformed. */
export function readTask(value: unknown): Task {
  const read = readSendMessageResponse({ task: value });
  if (read.ok && 'task' in read.value) return read.value.task;
  throw new ProtocolViolationError(
    read.ok ? 'The answer is no task' : `The task is malformed: ${read.error.path}`,
  );
}

/** Reads the answer of `GET tasks`. Throws {@link ProtocolViolationError} when it is malformed. */
export function readTaskList(value: unknown): TaskList {
  const { tasks, nextPageToken, pageSize, totalSize } = isJsonObject(value) ? value : {};
  const wellFormed = Array.isArray(tasks) && Number.isInteger(pageSize) && Number.isInteger(totalSize);
  if (!wellFormed || typeof nextPageToken !== 'string') {
    throw new ProtocolViolationError('The list of tasks is malformed');
  }
  return {
    tasks: tasks.map(readTask),
    nextPageToken,
    pageSize: Number(pageSize),
    totalSize: Number(totalSize),
  };
}
