import { type AgentCard, type CardScope, delegationScheme } from '@surety/a2a';
import { type Result, err, ok } from '@surety/kernel';
import { isLoopback, readWebAddress } from './web-address';

/** What a card says of the Brand's authorization server (PACT 5.1). */
export interface DelegationOffer {
  /** Name of the scheme on the card. */
  readonly scheme: string;
  /** What may be asked for, in card order, with the Brand's own words (PACT 5.2). */
  readonly scopes: readonly CardScope[];
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  readonly metadataUrl: string;
}

/**
 * Reads the offer of a card; undefined when the Brand does not delegate. The endpoints get the personal agent's JWT and the
 * User's tokens: each must be safe by itself and lie at one of `origins`. The error is one sentence.
 */
export function readDelegationOffer(
  card: AgentCard,
  identityScheme: string,
  origins: readonly string[],
): Result<DelegationOffer | undefined, string> {
  const found = delegationScheme(card, identityScheme);
  if (!found) return ok(undefined);
  const { name, scopes, deviceAuthorizationUrl, tokenUrl, metadataUrl } = found;
  for (const url of [deviceAuthorizationUrl, tokenUrl, metadataUrl]) {
    const fault = endpointFault(url, origins);
    if (fault !== undefined) return err(fault);
  }
  return ok({ scheme: name, scopes, deviceAuthorizationUrl, tokenUrl, metadataUrl });
}

/** Why an endpoint must not be talked to; undefined when it may. */
export function endpointFault(url: string, origins: readonly string[]): string | undefined {
  const read = readWebAddress(url);
  if (!read.ok) return `names an OAuth endpoint that ${read.error}`;
  if (!origins.includes(read.value.origin)) {
    return `names an OAuth endpoint at ${read.value.origin}, which does not belong to the Provider`;
  }
  return undefined;
}

/** Why keys must not be fetched from there: they may lie at another host, but not on this machine for one elsewhere. */
export function keyAddressFault(url: string, issuer: string): string | undefined {
  const read = readWebAddress(url);
  if (!read.ok) return `names a key set that ${read.error}`;
  if (isLoopback(read.value) && !isLoopback(new URL(issuer))) return 'names a key set on this machine';
  return undefined;
}
