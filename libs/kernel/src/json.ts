import { isUtf8 } from 'node:buffer';

/** A JSON object as JSON.parse gives it; members are looked at one by one and never trusted. */
export type JsonObject = { readonly [name: string]: unknown };

/** True for a JSON object: not an array, not null, not a plain value. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of JSON text, or undefined when it is not JSON (no JSON text has that value). */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

const BYTE_ORDER_MARK = 0xfeff;

/** The value of JSON in UTF-8, one leading byte order mark allowed (RFC 8259 8.1), or undefined when it is none. */
export function parseJsonBytes(bytes: Uint8Array): unknown {
  if (!isUtf8(bytes)) return undefined;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
  return parseJson(text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text);
}
