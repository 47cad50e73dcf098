import { AlreadyTaken } from '@surety/registry';
import { Problem } from './problem';

/** In: a change that may clash, and what to say then. Throws 409 that names the member whose value is taken. */
export async function conflictWhenTaken<T>(change: Promise<T>, message: string): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof AlreadyTaken)) throw error;
    throw new Problem('conflict', message, { errors: [{ path: error.member, code: 'taken', message }] });
  }
}
