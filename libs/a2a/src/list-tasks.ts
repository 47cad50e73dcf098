import { type Result, err, ok } from '@surety/kernel';
import { type A2aError, invalidParams } from './a2a-error';

const DEFAULT_PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 100;
const DIGITS = /^[0-9]{1,3}$/;

/** `ListTasksResponse` of a Provider that keeps no tasks; every member is always there (PACT 2.2, A2A 1.0). */
export interface EmptyTaskList {
  readonly tasks: readonly [];
  readonly nextPageToken: '';
  readonly pageSize: number;
  readonly totalSize: 0;
}

/**
 * Reads the raw query of `GET tasks`: `pageSize` at most once, 1 to 100 in at most three digits, 50 when absent; other
 * parameters decide nothing (PACT 2.2, P35). Fails with INVALID_PARAMS.
 */
export function parseListTasks(query: string): Result<{ pageSize: number }, A2aError> {
  const values = query === '' ? [] : new URLSearchParams(query).getAll('pageSize');
  const [value] = values;
  if (value === undefined) return ok({ pageSize: DEFAULT_PAGE_SIZE });
  const pageSize = values.length === 1 && DIGITS.test(value) ? Number(value) : 0;
  if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
    return err(invalidParams(`pageSize must be one integer from 1 to ${MAX_PAGE_SIZE}`));
  }
  return ok({ pageSize });
}

/** The answer of `GET tasks`, in wire order. */
export const emptyTaskList = (pageSize: number): EmptyTaskList => ({
  tasks: [],
  nextPageToken: '',
  pageSize,
  totalSize: 0,
});
