import { randomBytes } from 'node:crypto';
import { ulid } from '@surety/kernel';

const RANDOM_BYTES = 10;
/** Drawn at once, since a draw costs about as much for one id as for a hundred. */
const IDS_A_DRAW = 100;

let drawn = Buffer.alloc(0);

/** A fresh ULID by the process clock: ids need order, not truth, so no database reading is spent on them. */
export function freshUlid(): string {
  if (drawn.length === 0) drawn = randomBytes(IDS_A_DRAW * RANDOM_BYTES);
  const random = drawn.subarray(0, RANDOM_BYTES);
  drawn = drawn.subarray(RANDOM_BYTES);
  return ulid(Date.now(), random);
}
