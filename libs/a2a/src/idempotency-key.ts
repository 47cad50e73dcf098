import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { type A2aError, invalidParams } from './a2a-error';

/**
 * Reads `Idempotency-Key` from the values of all its header lines (undefined: no such line), at most 255 characters
 * (P11). Empty, longer or repeated fails with INVALID_PARAMS.
 */
export function parseIdempotencyKey(
  headerValues: readonly string[] | undefined,
): Result<string | undefined, A2aError> {
  if (headerValues === undefined || headerValues.length === 0) return ok(undefined);
  const key = headerValues.length === 1 ? (headerValues[0] ?? '').trim() : '';
  if (key === '' || key.length > LIMITS.idempotencyKeyCharacters) {
    const most = LIMITS.idempotencyKeyCharacters;
    return err(invalidParams(`Idempotency-Key must be sent once, with 1 to ${most} characters`));
  }
  return ok(key);
}
