import { invariant } from '@surety/kernel';

/** SQL text under the name that its prepared plan has on every connection. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** PostgreSQL cuts longer names, and two statements would then share one plan. */
const NAME_BYTES_MAX = 63;
const byName = new Map<string, string>();

/**
 * Declares a named statement, once, at module level. In: a name unique in the process and its SQL with `$1…` parameters.
 * Throws InvariantViolation for a name over 63 bytes or one that already stands for other SQL.
 */
export function statement(name: string, text: string): Statement {
  invariant(Buffer.byteLength(name) <= NAME_BYTES_MAX, `statement name too long: ${name}`);
  invariant((byName.get(name) ?? text) === text, `two statements are named ${name}`);
  byName.set(name, text);
  return Object.freeze({ name, text });
}
