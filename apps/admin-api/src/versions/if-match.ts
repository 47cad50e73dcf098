/**
 * Whether a change may go on (RFC 9110 13.1.1). In: the `If-Match` header as sent, undefined when absent, and the
 * version that is stored. True for `*` or a list with exactly this strong tag; a weak tag never matches.
 */
export function ifMatchHolds(header: string | undefined, version: number): boolean {
  if (header === undefined || header.trim() === '*') return true;
  return header.split(',').some(tag => tag.trim() === entityTag(version));
}

/** The strong entity tag of a version. */
export function entityTag(version: number): string {
  return `"${version}"`;
}
