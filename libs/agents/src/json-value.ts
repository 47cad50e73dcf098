import { type JsonObject, LIMITS } from '@surety/kernel';

const SURROGATE = /\p{Surrogate}/u;

/**
 * What keeps a parsed JSON value from being I-JSON (RFC 7493), or undefined: a lone surrogate in a string or a name, a number
 * that a double does not hold exactly, or more nesting than P27 allows.
 */
export function iJsonFault(value: unknown): string | undefined {
  for (const { depth, level } of levelsOf(value)) {
    if (depth > LIMITS.jsonDepth) return `is nested deeper than ${LIMITS.jsonDepth}`;
    const fault = level.map(ownFault).find(found => found !== undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Whether a parsed JSON value is nested no deeper than P27 allows, so that recursion over it is safe. */
export function isShallow(value: unknown): boolean {
  for (const { depth } of levelsOf(value)) if (depth > LIMITS.jsonDepth) return false;
  return true;
}

/** The values at each depth; without recursion, since who sends the JSON chooses its depth. */
function* levelsOf(value: unknown): Generator<{ depth: number; level: readonly unknown[] }> {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    yield { depth, level };
    level = level.flatMap(innerOf);
  }
}

function ownFault(item: unknown): string | undefined {
  if (typeof item === 'string') return SURROGATE.test(item) ? 'holds a lone surrogate' : undefined;
  if (typeof item === 'number') {
    const exact = Number.isFinite(item) && (!Number.isInteger(item) || Number.isSafeInteger(item));
    return exact ? undefined : 'holds a number that JSON does not carry exactly';
  }
  if (typeof item !== 'object' || item === null) return undefined;
  return Object.keys(item).some(name => SURROGATE.test(name)) ? 'holds a lone surrogate' : undefined;
}

function innerOf(item: unknown): readonly unknown[] {
  if (Array.isArray(item)) return item;
  return typeof item === 'object' && item !== null ? Object.values(item as JsonObject) : [];
}
