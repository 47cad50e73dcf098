import { LIMITS, invariant } from '@surety/kernel';

/** The letters of a user code: consonants only, so that no word comes up (RFC 8628 6.1, P17). */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

const LETTERS_PER_CODE = 8;
const LETTERS_PER_GROUP = 4;
/** Bytes from here on are drawn again: 256 is no multiple of 20, and a remainder would favour the first letters. */
const FAIR_BYTES = 256 - (256 % USER_CODE_LETTERS.length);
const BYTES_PER_DRAW = 16;
/** One draw in a million falls short; a source that falls short this often is none. */
const DRAWS_MAX = 100;

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${LETTERS_PER_CODE}}$`);
const BLANKS_AND_DASHES = /[\s\p{Dash_Punctuation}\u2212\u200b\u200c\u200d\u2060]/gu;

/** A source of uniformly random bytes, such as `randomBytes` of node:crypto. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * A fresh user code (P17): 8 letters, each of the 20 equally likely. Out: the form that is stored, without the dash.
 * Throws InvariantViolation when the source never gives a byte below 240.
 */
export function makeUserCode(randomBytes: RandomBytes): string {
  let code = '';
  for (let draw = 0; draw < DRAWS_MAX && code.length < LETTERS_PER_CODE; draw += 1) {
    for (const byte of randomBytes(BYTES_PER_DRAW)) {
      if (byte < FAIR_BYTES) code += USER_CODE_LETTERS.charAt(byte % USER_CODE_LETTERS.length);
    }
  }
  invariant(code.length >= LETTERS_PER_CODE, 'random bytes make a user code');
  return code.slice(0, LETTERS_PER_CODE);
}

/** The form that people read and type, `XXXX-XXXX`. In: a user code as {@link makeUserCode} makes it. */
export function showUserCode(code: string): string {
  return `${code.slice(0, LETTERS_PER_GROUP)}-${code.slice(LETTERS_PER_GROUP)}`;
}

/**
 * The stored form of a code that somebody typed: case, blanks and dashes decide nothing (P17, RFC 8628 6.1). Undefined when
 * no code can be meant. Only ASCII letters are raised: others that would become an S or a K are no letters of a code.
 */
export function readUserCode(typed: string): string | undefined {
  if (typed.length > LIMITS.typedUserCodeCharacters) return undefined;
  const letters = typed.replace(BLANKS_AND_DASHES, '').replace(/[a-z]/g, letter => letter.toUpperCase());
  return USER_CODE.test(letters) ? letters : undefined;
}
