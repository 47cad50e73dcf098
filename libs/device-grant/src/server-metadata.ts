import type { BrandAddresses } from './brand-addresses';
import { DEVICE_CODE_GRANT, REFRESH_GRANT } from './oauth-request';
import type { CardScopes } from './scope-set';

/**
 * The metadata of a Brand's authorization server as exact text (RFC 8414 2, P30): members in the order of PACT wire 3, no
 * blanks. The client authenticates with its personal-agent JWT, for which RFC 8414 has no name: hence `none`.
 */
export function serverMetadata(
  addresses: BrandAddresses,
  card: CardScopes,
  uiLocales: readonly string[],
): string {
  return JSON.stringify({
    issuer: addresses.issuer,
    device_authorization_endpoint: addresses.deviceAuthorization,
    token_endpoint: addresses.token,
    revocation_endpoint: addresses.revocation,
    jwks_uri: addresses.jwks,
    scopes_supported: card,
    response_types_supported: [],
    grant_types_supported: [DEVICE_CODE_GRANT, REFRESH_GRANT],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    ui_locales_supported: uiLocales,
  });
}
