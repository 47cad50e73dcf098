const OAUTH_PATHS =
  /^(?:\/a2a\/[^/]+\/oauth(?:\/|$)|\/\.well-known\/oauth-authorization-server\/|\/oauth-assets\/)/;
const JSON_PATHS =
  /^\/\.well-known\/|\/oauth\/(?:device_authorization|token|revoke|jwks\.json|\.well-known\/oauth-authorization-server)$/;

/** Whether an address of the public origin is the authorization server's (PACT wire 3). In: a decoded path. */
export function isOAuthPath(path: string): boolean {
  return OAUTH_PATHS.test(path);
}

/** Whether programs ask there, and not browsers: what a failure there has to look like (P37). In: a decoded path. */
export function isOAuthJsonPath(path: string): boolean {
  return JSON_PATHS.test(path);
}
