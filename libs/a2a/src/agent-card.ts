/** A skill as the card shows it (A2A 1.0 AgentSkill). */
export interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples?: readonly string[];
}

/** Everything a card is made of; all of it comes from configuration and the registry, nothing from a request (P35). */
export interface CardInput {
  readonly name: string;
  readonly description: string;
  readonly version: string;
  readonly skills: readonly CardSkill[];
  /** `{public}/a2a/{brandId}`. */
  readonly interfaceUrl: string;
  /** The public origin, without a trailing slash. */
  readonly publicUrl: string;
  readonly organization: string;
  /** Name of the identity scheme, `paJwt` unless the deployment renames it (P1). */
  readonly identityScheme: string;
}

/** The card of a Brand as exact text: members in the order of PACT wire 9, no blanks (PACT 2.1). */
export function agentCard(card: CardInput): string {
  return JSON.stringify({
    name: card.name,
    description: card.description,
    supportedInterfaces: [{ url: card.interfaceUrl, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
    provider: { organization: card.organization, url: card.publicUrl },
    version: card.version,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      [card.identityScheme]: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
    },
    securityRequirements: [{ schemes: { [card.identityScheme]: { list: [] } } }],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: card.skills.map(({ id, name, description, tags, examples }) => ({
      id,
      name,
      description,
      tags,
      examples,
    })),
  });
}
