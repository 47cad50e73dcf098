import { randomBytes } from 'node:crypto';
import { ulid } from '@surety/kernel';

const RANDOM_BYTES = 10;

/** A fresh ULID by the process clock: ids need order, not truth, so no database reading is spent on them. */
export function freshUlid(): string {
  return ulid(Date.now(), randomBytes(RANDOM_BYTES));
}
