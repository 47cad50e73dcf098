import type { Result } from '@surety/kernel';
import type { AgentCard, AgentInterface, SecurityScheme } from './a2a-types';
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

function readInterface(entry: WireObject): AgentInterface {
  return {
    url: entry.text('url'),
    protocolBinding: entry.text('protocolBinding'),
    protocolVersion: entry.text('protocolVersion'),
  };
}

function readSchemes(schemes: WireObject | undefined): ReadonlyMap<string, SecurityScheme> {
  const entries = schemes?.entries() ?? [];
  return new Map(
    entries.map(([name, scheme]) => {
      const http = scheme.optionalObject('httpAuthSecurityScheme');
      if (http === undefined) return [name, {}];
      const httpAuthSecurityScheme = {
        scheme: http.text('scheme'),
        bearerFormat: http.optionalString('bearerFormat'),
      };
      return [name, { httpAuthSecurityScheme }];
    }),
  );
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
