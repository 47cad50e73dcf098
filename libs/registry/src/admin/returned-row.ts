import { invariant } from '@surety/kernel';

/** The one row that a RETURNING statement must give. Throws InvariantViolation when it gives none. */
export async function returnedRow<T>(rows: Promise<T[]>): Promise<T> {
  const [row] = await rows;
  invariant(row !== undefined, 'a statement with RETURNING gave no row');
  return row;
}
