const JWKS_PATH = '/.well-known/jwks.json';
const DISCOVERY_PATH = '/.well-known/openid-configuration';

/** A personal agent that the sandbox plays, by its path under the sandbox's origin. */
export class SandboxIssuer {
  constructor(
    readonly displayName: string,
    readonly enabled: boolean,
    private readonly path: string,
  ) {}

  /** Where its key set is routed. */
  get jwksPath(): string {
    return this.path + JWKS_PATH;
  }

  /** Where its discovery document is routed: below the issuer (OpenID Connect Discovery 4.1). */
  get discoveryPath(): string {
    return this.path + DISCOVERY_PATH;
  }

  /** Its `iss`. In: the sandbox's origin. */
  url(sandboxUrl: string): string {
    return sandboxUrl + this.path;
  }

  jwksUri(sandboxUrl: string): string {
    return sandboxUrl + this.jwksPath;
  }
}

/** The demo personal agent of a stack. */
export const PERSONAL_AGENT = new SandboxIssuer('Sandbox personal agent', true, '');

/** The same keys under another issuer, registered as disabled: what it signs must be refused (PACT 3.1). */
export const DISABLED_PERSONAL_AGENT = new SandboxIssuer(
  'Sandbox personal agent, disabled',
  false,
  '/disabled-pa',
);
