import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { invariant } from '@surety/kernel';

/**
 * base64url of SHA-256 over the canonical form (RFC 8785) of a JSON text that has already been accepted: two bodies are
 * the same content when they differ in blanks, member order or escapes only (P11).
 */
export function contentHash(json: string): string {
  const canonical = canonicalize(JSON.parse(json, (_, value: unknown) => nearestDouble(value)));
  invariant(canonical !== undefined, 'a parsed JSON text has a canonical form');
  return createHash('sha256').update(canonical).digest('base64url');
}

/** JCS has no form for a number past the double range, which JSON allows and JSON.parse reads as Infinity. */
function nearestDouble(value: unknown): unknown {
  if (value === Infinity) return Number.MAX_VALUE;
  return value === -Infinity ? -Number.MAX_VALUE : value;
}
