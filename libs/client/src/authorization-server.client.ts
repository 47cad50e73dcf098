import type { CardScope } from '@surety/a2a';
import { LIMITS, isJsonObject, parseJsonBytes } from '@surety/kernel';
import type { AgentCardOptions, BrandCard } from './agent-card.client';
import { NotFoundError, UnavailableError } from './client-errors';
import { AuthorizationServerError } from './delegation-errors';
import { type DelegationOffer, endpointFault, keyAddressFault } from './delegation-offer';
import { exchange } from './http-exchange';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';

/** A Brand's authorization server, as its card and its RFC 8414 metadata agree on it (PACT 5.1). */
export interface AuthorizationServer {
  /** `iss` of its delegation tokens. */
  readonly issuer: string;
  /** The interface URL of the Brand: `aud` of its delegation tokens, `brand` of its receipts. */
  readonly interfaceUrl: string;
  readonly deviceAuthorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** RFC 7009; left out when the server has none. */
  readonly revocationEndpoint?: string;
  /** The keys of delegation tokens and receipts. */
  readonly jwksUri: string;
  /** What may be asked for: the scopes of the card, in its order. */
  readonly scopes: readonly CardScope[];
}

/**
 * Follows a card to the metadata of its authorization server (RFC 8414). Throws {@link AuthorizationServerError} when the Brand
 * does not delegate, when card and metadata disagree, or when an address is not safe to send tokens to; NotFoundError,
 * UnavailableError, and the errors of the wire.
 */
export async function discoverAuthorizationServer(
  card: Pick<BrandCard, 'delegation' | 'interfaceUrl' | 'name'>,
  options: AgentCardOptions = {},
): Promise<AuthorizationServer> {
  const { delegation, interfaceUrl } = card;
  if (!delegation) throw new AuthorizationServerError(`${card.name} does not offer delegation on its card`);
  const metadata = await fetchMetadata(delegation.metadataUrl, options);
  return readServer(metadata, delegation, interfaceUrl);
}

async function fetchMetadata(url: string, options: AgentCardOptions): Promise<Record<string, unknown>> {
  const answer = await exchange(options.fetch ?? globalThis.fetch, {
    url,
    method: 'GET',
    headers: { accept: 'application/json' },
    timeoutMs: options.timeoutMs ?? LIMITS.clientCardMs,
    maxBytes: LIMITS.clientCardBytes,
    ...(options.signal ? { signal: options.signal } : {}),
  });
  if (answer.status === 404) throw new NotFoundError("There is no metadata at the card's address (404)");
  if (answer.status >= 500) throw new UnavailableError(answer.status);
  const value = answer.status === 200 ? parseJsonBytes(answer.body) : undefined;
  if (!isJsonObject(value)) {
    throw new AuthorizationServerError(`The metadata address answered HTTP ${answer.status} without JSON`);
  }
  return value;
}

function readServer(
  metadata: Readonly<Record<string, unknown>>,
  offer: DelegationOffer,
  interfaceUrl: string,
): AuthorizationServer {
  const { issuer, jwks_uri: jwksUri, revocation_endpoint: revocation } = metadata;
  if (typeof issuer !== 'string' || !isMetadataOf(issuer, offer.metadataUrl)) {
    throw new AuthorizationServerError(
      'The issuer of the metadata is not the one whose metadata was asked for',
    );
  }
  if (
    metadata.device_authorization_endpoint !== offer.deviceAuthorizationUrl ||
    metadata.token_endpoint !== offer.tokenUrl
  ) {
    throw new AuthorizationServerError('Card and metadata name different endpoints');
  }
  if (typeof jwksUri !== 'string') throw new AuthorizationServerError('The metadata names no jwks_uri');
  const origins = [new URL(offer.tokenUrl).origin];
  const fault =
    keyAddressFault(jwksUri, issuer) ??
    (typeof revocation === 'string' ? endpointFault(revocation, origins) : undefined);
  if (fault !== undefined) throw new AuthorizationServerError(`The metadata ${fault}`);
  return {
    issuer,
    interfaceUrl,
    deviceAuthorizationEndpoint: offer.deviceAuthorizationUrl,
    tokenEndpoint: offer.tokenUrl,
    ...(typeof revocation === 'string' ? { revocationEndpoint: revocation } : {}),
    jwksUri,
    scopes: offer.scopes,
  };
}

/** RFC 8414 3.3: the issuer must lead to the very address that was read; PACT cards put the suffix behind the path. */
function isMetadataOf(issuer: string, metadataUrl: string): boolean {
  if (!URL.canParse(issuer)) return false;
  const { origin, pathname } = new URL(issuer);
  const inserted = `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}`;
  return metadataUrl === `${issuer.replace(/\/$/, '')}${WELL_KNOWN}` || metadataUrl === inserted;
}
