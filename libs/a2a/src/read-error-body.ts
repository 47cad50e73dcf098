import type { Result } from '@surety/kernel';
import type { ReceivedError } from './a2a-types';
import { type WireFault, readWire } from './wire-object';

/**
 * Reads an A2A error body. The reason is taken from `details[0].reason` alone and may be one that PACT does not name; it
 * is never guessed from a status (PACT 6). Details after the first are tolerated, as A2A allows them.
 */
export function readErrorBody(value: unknown): Result<ReceivedError, WireFault> {
  return readWire(value, body => {
    const error = body.object('error');
    const [info] = error.objects('details', 1);
    return {
      code: error.integer('code'),
      status: error.string('status'),
      message: error.string('message'),
      reason: info?.text('reason') ?? error.refuse('must have details'),
      requestId: info?.optionalObject('metadata')?.optionalString('requestId'),
    };
  });
}
