import { isUtf8 } from 'node:buffer';
import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { type A2aError, invalidParams } from './a2a-error';

const BYTE_ORDER_MARK = 0xfeff;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** A JSON text and its value; `text` has no byte order mark. */
export interface JsonText {
  readonly text: string;
  readonly value: unknown;
}

/**
 * Reads a request body as JSON whatever its Content-Type says (P3): at most 256 KiB, UTF-8, one leading byte order mark
 * allowed, depth at most 64; of a repeated member the last wins. Fails with INVALID_PARAMS (P27).
 */
export function readJsonText(body: Uint8Array): Result<JsonText, A2aError> {
  if (body.length > LIMITS.bodyBytes) {
    return err(invalidParams(`The body has more than ${LIMITS.bodyBytes} bytes`));
  }
  if (!isUtf8(body)) return err(invalidParams('The body is not UTF-8'));
  const decoded = Buffer.from(body.buffer, body.byteOffset, body.length).toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  if (isDeeperThan(text, LIMITS.jsonDepth)) {
    return err(invalidParams(`The body nests more than ${LIMITS.jsonDepth} levels`));
  }
  try {
    return ok({ text, value: JSON.parse(text) });
  } catch (error) {
    if (error instanceof SyntaxError) return err(invalidParams('The body is not JSON', { cause: error }));
    throw error;
  }
}

/** Whether brackets outside strings nest deeper than `limit`: one pass, no recursion, before anything is built. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = stringEnd(text, i);
    else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) depth -= 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      depth += 1;
      if (depth > limit) return true;
    }
  }
  return false;
}

/** Index of the quote that ends the string opened at `start`; runs of backslashes are counted once, so this is linear. */
function stringEnd(text: string, start: number): number {
  let end = start;
  for (;;) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
}
