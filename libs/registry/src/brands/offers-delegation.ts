import type { BrandDelegation, BrandLoginKeys, BrandScope } from '../entities';

/** What decides whether a Brand delegates. */
export interface DelegationTerms {
  readonly delegation: BrandDelegation | null;
  readonly scopes: readonly BrandScope[];
}

/** The delegation of a Brand whose card offers it: nothing that it cannot work without is missing. */
export interface OfferedDelegation extends BrandDelegation {
  readonly loginUrl: string;
  readonly keys: BrandLoginKeys;
}

/** Whether the card offers delegation (P31): only when it is on, and scopes, login and keys of the Brand are there. */
export function offersDelegation<T extends DelegationTerms>(
  brand: T,
): brand is T & { readonly delegation: OfferedDelegation } {
  const { delegation, scopes } = brand;
  if (!delegation?.enabled || scopes.length === 0) return false;
  const { loginUrl, keys } = delegation;
  if (!loginUrl || !keys) return false;
  return 'jwksUri' in keys ? keys.jwksUri !== '' : keys.jwks.keys.length > 0;
}
