import { writeScope } from './scope-parameter';

/** How a consent ended, for the Brand's completion page. */
export type ConsentEnd =
  { readonly status: 'approved'; readonly granted: readonly string[] } | { readonly status: 'denied' };

/**
 * Where the User goes after the decision (PACT wire 3): the Brand's completion address with `status`, `client` (origin of the
 * personal agent's issuer) and, when approved, `scope`. A query of the Brand's own stays; its members of these names do not.
 */
export function completionAddress(completionUrl: string, issuer: string, end: ConsentEnd): string {
  const address = new URL(completionUrl);
  address.searchParams.delete('scope');
  address.searchParams.set('status', end.status);
  address.searchParams.set('client', new URL(issuer).origin);
  if (end.status === 'approved') address.searchParams.set('scope', writeScope(end.granted));
  return address.href;
}

/** Where a Brand's completion page is unless the Brand says otherwise (PACT wire 3). */
export function defaultCompletionUrl(loginUrl: string): string {
  return `${new URL(loginUrl).origin}/connected`;
}
