/** A broken assumption of our own code, never the fault of a caller. */
export class InvariantViolation extends Error {
  override readonly name = 'InvariantViolation';
}

/** Asserts what must hold; stays on in production. Throws {@link InvariantViolation} with `message`. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new InvariantViolation(message);
}
