import { createHash } from 'node:crypto';

/** `Cache-Control` of the public card (P35). */
export const CARD_CACHE_CONTROL = 'public, max-age=60';

/** `Cache-Control` of every other A2A answer (PACT wire 1). */
export const NO_STORE = 'no-store';

/** The opaque part of an entity tag; a `W/` before it makes no difference to a weak comparison. */
const ENTITY_TAG = /"[\x21\x23-\x7e\x80-\xff]*"/g;

/** The strong entity tag of a card's exact bytes, quotes included: SHA-256 in base64url (RFC 9110 8.8.3). */
export function cardEtag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Whether an `If-None-Match` value names `etag` or is `*`, by weak comparison (RFC 9110 13.1.2): the answer is then 304. */
export function etagMatches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [opaque] of ifNoneMatch.matchAll(ENTITY_TAG)) if (opaque === etag) return true;
  return false;
}
