import fc from 'fast-check';
import { delegationScheme, identityScheme, pactInterface, readAgentCard } from './read-agent-card';

/** The card of PACT 2.1, shortened where it repeats itself. */
const CARD = {
  name: 'Example Co. Support',
  supportedInterfaces: [
    { url: 'https://provider.example.com/a2a/01J', protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
  ],
  provider: { organization: 'Example Provider', url: 'https://provider.example.com' },
  version: '0.1.0',
  capabilities: { streaming: false, pushNotifications: false, extendedAgentCard: true },
  securitySchemes: { paJwt: { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } } } as Record<
    string,
    unknown
  >,
  securityRequirements: [{ schemes: { paJwt: { list: [] } } }] as unknown[],
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [{ id: 'orders', name: 'Orders', description: 'Order status.', tags: ['orders'] }],
};

const read = (changes: object = {}) => readAgentCard({ ...CARD, ...changes });
const card = (changes: object = {}) => {
  const result = read(changes);
  if (!result.ok) throw new Error(`${result.error.path} ${result.error.message}`);
  return result.value;
};

describe('readAgentCard', () => {
  it('PACT 2.1: reads the example of the specification', () => {
    expect(card()).toMatchObject({
      name: CARD.name,
      supportedInterfaces: CARD.supportedInterfaces,
      provider: CARD.provider,
      capabilities: CARD.capabilities,
      securityRequirements: [['paJwt']],
      skills: CARD.skills,
    });
  });

  it('PACT 2.1: does without what is informational', () => {
    const { name, supportedInterfaces, securitySchemes, securityRequirements } = CARD;
    const bare = readAgentCard({ name, supportedInterfaces, securitySchemes, securityRequirements });
    const flags = { streaming: false, pushNotifications: false, extendedAgentCard: false };
    expect(bare).toMatchObject({
      ok: true,
      value: { skills: [], defaultInputModes: [], capabilities: flags },
    });
  });

  it('tolerates unknown members and reads null as absent', () => {
    const [first] = CARD.supportedInterfaces;
    const changes = { x: { y: [1] }, description: null, supportedInterfaces: [{ ...first, extra: null }] };
    expect(card({ ...changes, signatures: [], iconUrl: 5 })).toMatchObject({ description: undefined });
  });

  it.each([
    ['name', { name: '' }],
    ['name', { name: undefined }],
    ['description', { description: 5 }],
    ['supportedInterfaces', { supportedInterfaces: undefined }],
    ['supportedInterfaces', { supportedInterfaces: [] }],
    ['supportedInterfaces', { supportedInterfaces: {} }],
    ['supportedInterfaces[0]', { supportedInterfaces: ['https://x.example'] }],
    [
      'supportedInterfaces[0].url',
      { supportedInterfaces: [{ protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' }] },
    ],
    ['provider.url', { provider: { organization: 'x' } }],
    ['capabilities', { capabilities: [] }],
    ['capabilities.streaming', { capabilities: { streaming: 'false' } }],
    ['securitySchemes', { securitySchemes: [] }],
    ['securitySchemes.paJwt', { securitySchemes: { paJwt: 'Bearer' } }],
    [
      'securitySchemes.paJwt.httpAuthSecurityScheme.scheme',
      { securitySchemes: { paJwt: { httpAuthSecurityScheme: {} } } },
    ],
    ['securityRequirements[0]', { securityRequirements: ['paJwt'] }],
    ['skills[0].tags[0]', { skills: [{ id: 'a', name: 'a', description: '', tags: [1] }] }],
    ['defaultInputModes', { defaultInputModes: 'text/plain' }],
  ])('names %s as the member that is wrong', (path, changes) => {
    expect(read(changes)).toMatchObject({ ok: false, error: { path } });
  });

  it.each([null, undefined, 'x', 5, [], [CARD]])('refuses %j as a card', value => {
    expect(readAgentCard(value)).toEqual({ ok: false, error: { path: '', message: 'must be an object' } });
  });

  it('never throws for any JSON', () => {
    const member = fc.constantFrom(...Object.keys(CARD), '__proto__');
    fc.assert(
      fc.property(fc.dictionary(member, fc.jsonValue()), changes => {
        expect(typeof readAgentCard({ ...CARD, ...changes }).ok).toBe('boolean');
      }),
    );
  });
});

describe('pactInterface', () => {
  it('PACT 2.1: picks by binding and version, not by position', () => {
    const others = [
      { url: 'https://a.example', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: 'https://b.example', protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
    ];
    const supportedInterfaces = [...others, ...CARD.supportedInterfaces];
    expect(pactInterface(card({ supportedInterfaces }))?.url).toBe('https://provider.example.com/a2a/01J');
    expect(pactInterface(card({ supportedInterfaces: others }))).toBeUndefined();
  });
});

describe('identityScheme', () => {
  const http = (scheme: string, bearerFormat?: string) => ({
    httpAuthSecurityScheme: { scheme, bearerFormat },
  });
  const needs = (...names: string[]) => ({
    schemes: Object.fromEntries(names.map(name => [name, { list: [] }])),
  });

  it('P1: knows it by what it is, not by its name', () => {
    const securitySchemes = {
      key: { apiKeySecurityScheme: {} },
      any: http('bearer', 'JWT'),
      basic: http('Basic'),
    };
    const securityRequirements = [needs('key'), needs('basic'), needs('any', 'key'), needs('any')];
    expect(identityScheme(card({ securitySchemes, securityRequirements }))).toBe('any');
    expect(identityScheme(card())).toBe('paJwt');
  });

  it.each([
    ['is not a JWT', { paJwt: http('Bearer', 'opaque') }, [needs('paJwt')]],
    ['has no format', { paJwt: http('Bearer') }, [needs('paJwt')]],
    ['is never alone', { paJwt: http('Bearer', 'JWT'), key: {} }, [needs('paJwt', 'key')]],
    ['is not declared', {}, [needs('paJwt'), needs('toString'), needs('__proto__')]],
    ['is not required', { paJwt: http('Bearer', 'JWT') }, [{}]],
  ])('PACT 2.1: there is none when the scheme %s', (_, securitySchemes, securityRequirements) => {
    expect(identityScheme(card({ securitySchemes, securityRequirements }))).toBeUndefined();
  });
});

describe('delegationScheme (PACT 5.1)', () => {
  const needs = (...names: string[]) => ({
    schemes: Object.fromEntries(names.map(name => [name, { list: [] }])),
  });
  const paJwt = { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } };
  const deviceCode = {
    deviceAuthorizationUrl: 'https://provider.example/o/device_authorization',
    tokenUrl: 'https://provider.example/o/token',
    scopes: { 'orders:read': 'Look up your orders', 'orders:cancel': 'Cancel an order' },
  };
  const oauth = { flows: { deviceCode }, oauth2MetadataUrl: 'https://provider.example/o/metadata' };
  const offer = (
    oauth2SecurityScheme: object,
    securityRequirements = [needs('paJwt'), needs('paJwt', 'any')],
  ) =>
    delegationScheme(
      card({ securitySchemes: { paJwt, any: { oauth2SecurityScheme } }, securityRequirements }),
      'paJwt',
    );

  it('finds the scheme by its shape and keeps the scopes in card order', () => {
    expect(offer(oauth)).toEqual({
      name: 'any',
      deviceAuthorizationUrl: deviceCode.deviceAuthorizationUrl,
      tokenUrl: deviceCode.tokenUrl,
      metadataUrl: oauth.oauth2MetadataUrl,
      scopes: [
        { id: 'orders:read', description: 'Look up your orders' },
        { id: 'orders:cancel', description: 'Cancel an order' },
      ],
    });
  });

  it.each([
    ['another flow', offer({ ...oauth, flows: { authorizationCode: {} } })],
    ['no metadata link', offer({ flows: { deviceCode } })],
    ['a requirement that names it alone', offer(oauth, [needs('paJwt'), needs('any')])],
    ['a third scheme beside both', offer(oauth, [needs('paJwt'), needs('paJwt', 'any', 'more')])],
    ['no requirement', offer(oauth, [needs('paJwt')])],
  ])('finds none with %s', (_, found) => {
    expect(found).toBeUndefined();
  });
});
