import type { BrandKeySource } from '@surety/identity';

/** What pages know of a Brand that is open and offers delegation (P31). */
export interface DelegatingBrand {
  readonly id: string;
  readonly name: string;
  /** Registered, or null: then the host of its login says who it is. */
  readonly domain: string | null;
  /** In card order; the descriptions are the Brand's words. */
  readonly scopes: readonly { readonly id: string; readonly description: string }[];
  readonly delegation: {
    readonly loginUrl: string;
    /** Null = the User ends on a page of ours. */
    readonly completionUrl: string | null;
    readonly assertionIssuer: string;
    readonly keys: BrandKeySource;
    readonly skipConsent: boolean;
    readonly liveSession: boolean;
  };
}

/** The name of the Brand's site as pages show it. */
export function domainOf({ domain, delegation }: DelegatingBrand): string {
  return domain ?? new URL(delegation.loginUrl).host;
}

/** The ids of its scopes in card order. */
export function cardOf({ scopes }: DelegatingBrand): readonly string[] {
  return scopes.map(({ id }) => id);
}
