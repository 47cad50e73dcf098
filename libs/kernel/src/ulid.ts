import { invariant } from './invariant';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_CHARACTERS = 10;
const RANDOM_BYTES = 10;

/** The shape of a {@link ulid}. */
export const ULID_PATTERN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/**
 * A ULID: 48 bits of time and 80 bits of randomness in 26 Crockford characters, so that ids sort by time of making.
 * In: milliseconds since the epoch and exactly 10 random bytes. Throws InvariantViolation for other lengths or times.
 */
export function ulid(nowMs: number, random: Uint8Array): string {
  invariant(Number.isInteger(nowMs) && nowMs >= 0 && nowMs < 2 ** 48, 'a ULID takes 48 bits of milliseconds');
  invariant(random.length === RANDOM_BYTES, `a ULID takes ${RANDOM_BYTES} random bytes`);
  return ulidTime(nowMs) + crockford(random);
}

/** The first 10 characters of every ULID made at `nowMs`: a bound for range scans over ids. */
export function ulidTime(nowMs: number): string {
  let time = '';
  for (let rest = nowMs, i = 0; i < TIME_CHARACTERS; i += 1, rest = Math.floor(rest / 32)) {
    time = CROCKFORD.charAt(rest % 32) + time;
  }
  return time;
}

/** Crockford base32 of bytes whose bit length is a multiple of 5. */
function crockford(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let pending = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += CROCKFORD.charAt((pending >> bits) & 31);
    }
    pending &= (1 << bits) - 1;
  }
  return text;
}
