import { randomFillSync } from 'node:crypto';
import { ulidTime } from '@surety/kernel';

/** The header that every answer of every app carries (PACT wire); an inbound one is never taken over. */
export const REQUEST_ID_HEADER = 'Request-Id';

const RANDOM_CHARACTERS = 16;
const POOL_CHARACTERS = RANDOM_CHARACTERS * 256;
/** The 32 characters of ULIDs, in order: the last character of the first 32 times. */
const ALPHABET = Buffer.from(
  Array.from({ length: 32 }, (_, time) => ulidTime(time).charAt(9)).join(''),
  'latin1',
);

let pool = '';
let used = POOL_CHARACTERS;
let timeMs = -1;
let time = '';

/** A new request id, a ULID. Every request makes one, so 256 random parts are drawn at a time, and the time once a millisecond. */
export function newRequestId(): string {
  const nowMs = Date.now();
  if (nowMs !== timeMs) {
    timeMs = nowMs;
    time = ulidTime(nowMs);
  }
  if (used === POOL_CHARACTERS) {
    const bytes = randomFillSync(Buffer.alloc(POOL_CHARACTERS));
    bytes.forEach((byte, index) => bytes.writeUInt8(ALPHABET.readUInt8(byte & 31), index));
    pool = bytes.toString('latin1');
    used = 0;
  }
  used += RANDOM_CHARACTERS;
  return time + pool.slice(used - RANDOM_CHARACTERS, used);
}
