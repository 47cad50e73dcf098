import type { CardScope } from './a2a-types';

/** A skill as the card shows it (A2A 1.0 AgentSkill). */
export interface CardSkill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly examples?: readonly string[];
}

/** What the card of a Brand that delegates says beside all others (PACT 5.1). */
export interface CardDelegation {
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  /** Where the RFC 8414 metadata is. */
  readonly metadataUrl: string;
  /** In card order; ids that JSON keeps in that order (P31). */
  readonly scopes: readonly CardScope[];
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
  /** Absent when the Brand does not delegate (P31). */
  readonly delegation?: CardDelegation | undefined;
}

const DELEGATION_SCHEME = 'userDelegation';
const NOTHING_MORE = { list: [] };

/** The card of a Brand as exact text: members in the order of PACT wire 9, no blanks (PACT 2.1). */
export function agentCard(card: CardInput): string {
  const { identityScheme, delegation } = card;
  const identity = { [identityScheme]: NOTHING_MORE };
  return JSON.stringify({
    name: card.name,
    description: card.description,
    supportedInterfaces: [{ url: card.interfaceUrl, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }],
    provider: { organization: card.organization, url: card.publicUrl },
    version: card.version,
    capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: false },
    securitySchemes: {
      [identityScheme]: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
      ...(delegation && { [DELEGATION_SCHEME]: { oauth2SecurityScheme: deviceFlow(delegation) } }),
    },
    securityRequirements: [
      { schemes: identity },
      ...(delegation ? [{ schemes: { ...identity, [DELEGATION_SCHEME]: NOTHING_MORE } }] : []),
    ],
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

/** The device code flow as PACT 5.1 shows it. */
function deviceFlow({ deviceAuthorizationUrl, tokenUrl, metadataUrl, scopes }: CardDelegation): object {
  const described = Object.fromEntries(scopes.map(({ id, description }) => [id, description]));
  return {
    flows: { deviceCode: { deviceAuthorizationUrl, tokenUrl, scopes: described } },
    oauth2MetadataUrl: metadataUrl,
  };
}
