import { LIMITS } from '@surety/kernel';

/** The ids of a Brand's scopes in the order of its card: the one order in which scopes are listed anywhere (P28, P29). */
export type CardScopes = readonly string[];

/** RFC 6749 3.3: scope-token = 1*( %x21 / %x23-5B / %x5D-7E ). */
const SCOPE_TOKEN = /^[\x21\x23-\x5b\x5d-\x7e]+$/;
/** Such a member name would jump to the front of a JSON object, and the card's order with it. */
const INTEGER_LIKE = /^(0|[1-9][0-9]*)$/;

/** Whether a Brand may name a scope so (P31): a scope-token of at most 128 characters, not integer-like, not `__proto__`. */
export function isScopeId(id: string): boolean {
  return (
    id.length <= LIMITS.scopeIdCharacters &&
    SCOPE_TOKEN.test(id) &&
    !INTEGER_LIKE.test(id) &&
    id !== '__proto__'
  );
}

/** The given ids that are on the card, once each, in its order. */
export function inCardOrder(card: CardScopes, ids: Iterable<string>): readonly string[] {
  const wanted = new Set(ids);
  return card.filter(id => wanted.has(id));
}

/** What a delegated turn may do: token ∩ grant as it is now ∩ card (P29). */
export function effectiveScope(
  card: CardScopes,
  token: readonly string[],
  grant: readonly string[],
): readonly string[] {
  const granted = new Set(grant);
  return inCardOrder(
    card,
    token.filter(id => granted.has(id)),
  );
}

/** What a step-up asks for: the scopes a turn needs and does not have, in card order (P28). */
export function missingScopes(
  card: CardScopes,
  needed: readonly string[],
  effective: readonly string[],
): readonly string[] {
  const held = new Set(effective);
  return inCardOrder(
    card,
    needed.filter(id => !held.has(id)),
  );
}

/** Whether the second set holds every scope of the first. */
export function isSubset(ids: readonly string[], of: readonly string[]): boolean {
  const held = new Set(of);
  return ids.every(id => held.has(id));
}
