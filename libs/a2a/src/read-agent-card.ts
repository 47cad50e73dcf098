import type { Result } from '@surety/kernel';
import type { AgentCard, AgentInterface, CardScope, OAuth2SecurityScheme, SecurityScheme } from './a2a-types';
import { type WireFault, type WireObject, readWire } from './wire-object';

/**
 * Reads a received card: name and at least one interface must be there, what PACT 2.1 calls informational may be missing,
 * and every known member must have its type. Whether the card is a PACT card say {@link pactInterface} and
 * {@link identityScheme}.
 */
export function readAgentCard(value: unknown): Result<AgentCard, WireFault> {
  return readWire(value, card => {
    const capabilities = card.optionalObject('capabilities');
    const provider = card.optionalObject('provider');
    return {
      name: card.text('name'),
      description: card.optionalString('description'),
      version: card.optionalString('version'),
      supportedInterfaces: card.objects('supportedInterfaces', 1).map(readInterface),
      provider: provider && { organization: provider.string('organization'), url: provider.string('url') },
      capabilities: {
        streaming: capabilities?.flag('streaming') ?? false,
        pushNotifications: capabilities?.flag('pushNotifications') ?? false,
        extendedAgentCard: capabilities?.flag('extendedAgentCard') ?? false,
      },
      securitySchemes: readSchemes(card.optionalObject('securitySchemes')),
      securityRequirements: card
        .objects('securityRequirements')
        .map(requirement => requirement.optionalObject('schemes')?.names() ?? []),
      defaultInputModes: card.strings('defaultInputModes'),
      defaultOutputModes: card.strings('defaultOutputModes'),
      skills: card.objects('skills').map(readSkill),
    };
  });
}

/** The interface that PACT speaks, chosen by binding and version and never by position (PACT 2.1). */
export function pactInterface(card: AgentCard): AgentInterface | undefined {
  return card.supportedInterfaces.find(
    ({ protocolBinding, protocolVersion }) => protocolBinding === 'HTTP+JSON' && protocolVersion === '1.0',
  );
}

/** Name of the scheme that takes the personal agent's JWT: HTTP Bearer JWT, alone in one requirement (PACT 2.1). */
export function identityScheme(card: AgentCard): string | undefined {
  const alone = card.securityRequirements.filter(names => names.length === 1).flat();
  return alone.find(name => {
    const http = card.securitySchemes.get(name)?.httpAuthSecurityScheme;
    return http?.scheme.toLowerCase() === 'bearer' && http.bearerFormat === 'JWT';
  });
}

/** What a Brand that delegates says of its authorization server (PACT 5.1). */
export interface DelegationScheme {
  /** Name of the scheme on the card. */
  readonly name: string;
  readonly deviceAuthorizationUrl: string;
  readonly tokenUrl: string;
  readonly metadataUrl: string;
  readonly scopes: readonly CardScope[];
}

/**
 * The scheme that a requirement names beside the identity scheme, if it is OAuth 2.0 with a device-code flow and linked
 * metadata (PACT 5.1); undefined when the Brand does not delegate in a way PACT knows.
 */
export function delegationScheme(card: AgentCard, identity: string): DelegationScheme | undefined {
  for (const names of card.securityRequirements) {
    const other = names.find(name => name !== identity);
    if (names.length !== 2 || !names.includes(identity) || other === undefined) continue;
    const oauth = card.securitySchemes.get(other)?.oauth2SecurityScheme;
    if (!oauth?.deviceCode || oauth.oauth2MetadataUrl === undefined) continue;
    return { name: other, ...oauth.deviceCode, metadataUrl: oauth.oauth2MetadataUrl };
  }
  return undefined;
}

function readInterface(entry: WireObject): AgentInterface {
  return {
    url: entry.text('url'),
    protocolBinding: entry.text('protocolBinding'),
    protocolVersion: entry.text('protocolVersion'),
  };
}

function readSchemes(schemes: WireObject | undefined): ReadonlyMap<string, SecurityScheme> {
  const entries = schemes?.entries() ?? [];
  return new Map(entries.map(([name, scheme]) => [name, readScheme(scheme)]));
}

function readScheme(scheme: WireObject): SecurityScheme {
  const http = scheme.optionalObject('httpAuthSecurityScheme');
  const oauth = scheme.optionalObject('oauth2SecurityScheme');
  return {
    ...(http && {
      httpAuthSecurityScheme: {
        scheme: http.text('scheme'),
        bearerFormat: http.optionalString('bearerFormat'),
      },
    }),
    ...(oauth && { oauth2SecurityScheme: readOAuth2(oauth) }),
  };
}

function readOAuth2(oauth: WireObject): OAuth2SecurityScheme {
  const flow = oauth.optionalObject('flows')?.optionalObject('deviceCode');
  const metadataUrl = oauth.optionalString('oauth2MetadataUrl');
  return {
    ...(flow && {
      deviceCode: {
        deviceAuthorizationUrl: flow.text('deviceAuthorizationUrl'),
        tokenUrl: flow.text('tokenUrl'),
        scopes: readScopes(flow.optionalObject('scopes')),
      },
    }),
    ...(metadataUrl === undefined ? {} : { oauth2MetadataUrl: metadataUrl }),
  };
}

function readScopes(scopes: WireObject | undefined): readonly CardScope[] {
  return (scopes?.names() ?? []).map(id => ({ id, description: scopes?.string(id) ?? '' }));
}

function readSkill(skill: WireObject): AgentCard['skills'][number] {
  return {
    id: skill.text('id'),
    name: skill.text('name'),
    description: skill.string('description'),
    tags: skill.strings('tags'),
    examples: skill.has('examples') ? skill.strings('examples') : undefined,
  };
}
