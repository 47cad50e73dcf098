import { LIMITS, type Result, err, isStorable, ok } from '@surety/kernel';
import { type A2aError, invalidParams } from './a2a-error';

/** A decoded task id of a path, at most 256 bytes and without NUL; else INVALID_PARAMS (PACT wire 1, P27). */
export function readTaskId(id: string): Result<string, A2aError> {
  if (Buffer.byteLength(id) > LIMITS.taskIdBytes) {
    return err(invalidParams(`A task id has at most ${LIMITS.taskIdBytes} bytes`));
  }
  return isStorable(id) ? ok(id) : err(invalidParams('A task id must not contain NUL or lone surrogates'));
}
