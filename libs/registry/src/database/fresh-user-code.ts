import { randomBytes } from 'node:crypto';
import { makeUserCode } from '@surety/device-grant';
import { invariant } from '@surety/kernel';

const DRAWS_MAX = 8;

/**
 * Draws user codes until one is taken (P17). In: what tries to store one; undefined when somebody has it already. Out: what the
 * first that was stored gave. Throws InvariantViolation when none of several is free, which 20^8 codes keep from happening.
 */
export async function withFreshUserCode<T>(store: (userCode: string) => Promise<T | undefined>): Promise<T> {
  for (let draw = 0; draw < DRAWS_MAX; draw += 1) {
    const stored = await store(makeUserCode(count => randomBytes(count)));
    if (stored !== undefined) return stored;
  }
  invariant(false, 'a user code that nobody has is drawn soon');
}
