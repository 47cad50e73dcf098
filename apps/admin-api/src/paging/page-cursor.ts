import { createHmac, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';

const MAC_BYTES = 16;

/**
 * An opaque, signed place in a list. In: a key of this purpose, `list` (the route and its filters: a cursor of one list
 * opens no other) and the position of the last item shown. Out: base64url text.
 */
export function writeCursor(key: Uint8Array, list: string, position: string): string {
  return Buffer.concat([mac(key, list, position), Buffer.from(position, 'utf8')]).toString('base64url');
}

/** The position in a cursor that {@link writeCursor} made for the same list, or a fault of the parameter. */
export function readCursor(key: Uint8Array, list: string, cursor: string): Result<string, FieldFault> {
  const bytes = Buffer.from(cursor, 'base64url');
  const position = bytes.subarray(MAC_BYTES).toString('utf8');
  const genuine =
    bytes.toString('base64url') === cursor &&
    bytes.length > MAC_BYTES &&
    timingSafeEqual(bytes.subarray(0, MAC_BYTES), mac(key, list, position));
  if (genuine) return ok(position);
  return err({ path: 'cursor', code: 'wrong_format', message: 'This is no nextCursor of this list.' });
}

function mac(key: Uint8Array, list: string, position: string): Buffer {
  return createHmac('sha256', key).update(`${list}\n${position}`, 'utf8').digest().subarray(0, MAC_BYTES);
}
