import { isUtf8 } from 'node:buffer';
import { err, isJsonObject, isStorable, LIMITS, ok, parseJson, type Result } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';

/** Names that change what an object is: the first its prototype, the second the class that class-transformer makes of it. */
const NEVER_MEMBERS = new Set(['__proto__', 'constructor']);

const fault = (path: string, code: string, message: string): FieldFault => ({ path, code, message });

/**
 * Reads a request body as a JSON object. In: the raw bytes; an empty body is an empty object, so that actions need
 * none. Out: the object, or the first fault: not UTF-8, not JSON, no object, deeper than 64, NUL, lone surrogate, a
 * number that is not finite, or a member with a name that no object of ours has.
 */
export function parseJsonBody(bytes: Uint8Array): Result<Record<string, unknown>, FieldFault> {
  if (bytes.length === 0) return ok({});
  const value = isUtf8(bytes) ? parseJson(Buffer.from(bytes).toString('utf8')) : undefined;
  if (value === undefined) return err(fault('', 'not_json', 'The body is not JSON in UTF-8.'));
  if (!isJsonObject(value)) return err(fault('', 'wrong_type', 'The body must be a JSON object.'));
  const found = findForbidden(value, '', 1);
  return found === undefined ? ok(value) : err(found);
}

/** The first fault of a string taken from a URL or a body, or undefined. */
export function forbiddenText(text: string, path: string): FieldFault | undefined {
  if (isStorable(text)) return undefined;
  return fault(path, 'forbidden_character', 'NUL and lone surrogates are not allowed.');
}

function findForbidden(value: unknown, path: string, depth: number): FieldFault | undefined {
  if (typeof value === 'string') return forbiddenText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return fault(path, 'wrong_type', 'The number is out of range.');
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > LIMITS.jsonDepth)
    return fault('', 'too_deep', `At most ${LIMITS.jsonDepth} levels are allowed.`);
  for (const [name, child] of Object.entries(value)) {
    const found = forbiddenName(name, path) ?? findForbidden(child, memberPath(path, name), depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function forbiddenName(name: string, path: string): FieldFault | undefined {
  if (NEVER_MEMBERS.has(name))
    return fault(memberPath(path, name), 'unknown_member', 'There is no such member.');
  return forbiddenText(name, path);
}

/** Appends a member name or a list index to a dotted path. */
export function memberPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
