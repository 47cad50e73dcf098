import { type JsonObject, isJsonObject, parseJson } from '@surety/kernel';

/** What the header of a compact JWS says before anything of it is proven, for choosing a key; undefined when it is no JSON object. */
export function unverifiedHeader(jws: string): JsonObject | undefined {
  return objectIn(jws.split('.', 1)[0]);
}

/**
 * The same of its payload: for choosing who is to judge it, and for showing one that we signed ourselves. Undefined when it is
 * no JSON object.
 */
export function unverifiedClaims(jws: string): JsonObject | undefined {
  return objectIn(jws.split('.', 2)[1]);
}

function objectIn(part = ''): JsonObject | undefined {
  const value = parseJson(Buffer.from(part, 'base64url').toString('utf8'));
  return isJsonObject(value) ? value : undefined;
}
