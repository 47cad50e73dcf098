import { Controller, Get, Header, Inject } from '@nestjs/common';
import type { PublicSigningJwk } from '@surety/tokens';
import { SANDBOX_URL } from '../sandbox-url';
import { PERSONAL_AGENT_KEY } from './personal-agent-key';
import { DISABLED_PERSONAL_AGENT, PERSONAL_AGENT, type SandboxIssuer } from './sandbox-issuer';

const FIVE_MINUTES = 'public, max-age=300';

/** What both personal agents of the sandbox publish: a key set (PACT 3.1), and discovery for a Provider in open mode. */
@Controller()
export class PersonalAgentController {
  constructor(
    @Inject(SANDBOX_URL) private readonly sandboxUrl: string,
    @Inject(PERSONAL_AGENT_KEY) private readonly key: PublicSigningJwk,
  ) {}

  @Get([PERSONAL_AGENT.jwksPath, DISABLED_PERSONAL_AGENT.jwksPath])
  @Header('Cache-Control', FIVE_MINUTES)
  @Header('Access-Control-Allow-Origin', '*')
  jwks(): { keys: PublicSigningJwk[] } {
    return { keys: [this.key] };
  }

  @Get(PERSONAL_AGENT.discoveryPath)
  @Header('Cache-Control', FIVE_MINUTES)
  @Header('Access-Control-Allow-Origin', '*')
  discovery(): Discovery {
    return this.discoveryOf(PERSONAL_AGENT);
  }

  @Get(DISABLED_PERSONAL_AGENT.discoveryPath)
  @Header('Cache-Control', FIVE_MINUTES)
  @Header('Access-Control-Allow-Origin', '*')
  discoveryOfDisabled(): Discovery {
    return this.discoveryOf(DISABLED_PERSONAL_AGENT);
  }

  private discoveryOf(issuer: SandboxIssuer): Discovery {
    return {
      issuer: issuer.url(this.sandboxUrl),
      jwks_uri: issuer.jwksUri(this.sandboxUrl),
      id_token_signing_alg_values_supported: [this.key.alg],
    };
  }
}

/** The members of a discovery document that a Provider reads, and the algorithm of the keys. */
interface Discovery {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly id_token_signing_alg_values_supported: readonly string[];
}
