import { randomFillSync } from 'node:crypto';
import { ulid } from '@surety/kernel';

/** The header that every answer of every app carries (PACT wire); an inbound one is never taken over. */
export const REQUEST_ID_HEADER = 'Request-Id';

const RANDOM_BYTES = 10;
const pool = new Uint8Array(RANDOM_BYTES * 256);
let used = pool.length;

/** A new request id, a ULID; randomness is drawn for 256 of them at a time. */
export function newRequestId(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + RANDOM_BYTES);
  used += RANDOM_BYTES;
  return ulid(Date.now(), random);
}
