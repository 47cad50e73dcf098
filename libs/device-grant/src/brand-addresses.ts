/** The public addresses of a Brand's authorization server (PACT wire 3), all from configuration, never from a request. */
export interface BrandAddresses {
  /** I of PACT wire: `{public}/a2a/{brandId}`. */
  readonly interfaceUrl: string;
  /** O of PACT wire: the issuer of the Brand's authorization server. */
  readonly issuer: string;
  readonly metadata: string;
  readonly jwks: string;
  readonly deviceAuthorization: string;
  readonly token: string;
  readonly revocation: string;
  /** C of PACT wire: where the Brand posts its assertion. */
  readonly consent: string;
  readonly decision: string;
  readonly connectedAgents: string;
  readonly connectedAgentsRevoke: string;
  readonly receipt: string;
}

/** In: the public origin without a trailing slash, and a brandId, whose characters need no escape (PACT wire 1). */
export function brandAddresses(publicUrl: string, brandId: string): BrandAddresses {
  const interfaceUrl = `${publicUrl}/a2a/${brandId}`;
  const issuer = `${interfaceUrl}/oauth`;
  return {
    interfaceUrl,
    issuer,
    metadata: `${issuer}/.well-known/oauth-authorization-server`,
    jwks: `${issuer}/jwks.json`,
    deviceAuthorization: `${issuer}/device_authorization`,
    token: `${issuer}/token`,
    revocation: `${issuer}/revoke`,
    consent: `${issuer}/consent`,
    decision: `${issuer}/consent/decision`,
    connectedAgents: `${issuer}/connected-agents`,
    connectedAgentsRevoke: `${issuer}/connected-agents/revoke`,
    receipt: `${issuer}/receipt`,
  };
}
