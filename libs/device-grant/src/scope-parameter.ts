import { type Result, err, ok } from '@surety/kernel';
import { type CardScopes, inCardOrder, isSubset } from './scope-set';

/** Scopes as one parameter or claim: ids with one space between them (RFC 6749 3.3). */
export function writeScope(ids: readonly string[]): string {
  return ids.join(' ');
}

/**
 * Reads the parameter `scope` of a request (RFC 6749 3.3, PACT 5.3): at least one id, only ids that `allowed` holds.
 * Duplicates collapse. Out: the ids in card order; the error says why it is `invalid_scope`, for the log. The grammar has
 * one space between ids, so that a blank too many names the empty id, which no card has; the same holds for NUL (P30).
 */
export function readScope(
  parameter: string | undefined,
  card: CardScopes,
  allowed: readonly string[] = card,
): Result<readonly string[], string> {
  if (parameter === undefined || parameter === '') return err('no scope is named');
  const ids = parameter.split(' ');
  if (!isSubset(ids, card)) return err('a scope is not on the card');
  if (!isSubset(ids, allowed)) return err('a scope is not granted');
  return ok(inCardOrder(card, ids));
}
