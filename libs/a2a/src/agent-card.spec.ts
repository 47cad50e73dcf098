import { type CardInput, agentCard } from './agent-card';
import { delegationScheme, identityScheme, pactInterface, readAgentCard } from './read-agent-card';

const CARD: CardInput = {
  name: 'X',
  description: 'X support',
  version: '1.0.0',
  skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
  interfaceUrl: 'https://provider.example/a2a/01J',
  publicUrl: 'https://provider.example',
  organization: 'Surety',
  identityScheme: 'paJwt',
};

/** PACT wire 9; caches and personal agents hold these bytes, so a change of order is a change of every ETag. */
const GOLDEN =
  '{"name":"X","description":"X support","supportedInterfaces":[{"url":"https://provider.example/a2a/01J",' +
  '"protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],"provider":{"organization":"Surety","url":"https://provider.example"},' +
  '"version":"1.0.0","capabilities":{"streaming":false,"pushNotifications":false,"extendedAgentCard":false},' +
  '"securitySchemes":{"paJwt":{"httpAuthSecurityScheme":{"scheme":"Bearer","bearerFormat":"JWT"}}},' +
  '"securityRequirements":[{"schemes":{"paJwt":{"list":[]}}}],"defaultInputModes":["text/plain"],' +
  '"defaultOutputModes":["text/plain"],"skills":[{"id":"support","name":"Support","description":"Answers questions.","tags":["support"]}]}';

describe('agentCard', () => {
  it('PACT wire 9: has the golden bytes', () => {
    expect(agentCard(CARD)).toBe(GOLDEN);
  });

  it('P1: renames the identity scheme in both places, whatever the name', () => {
    for (const name of ['platformJwt', '__proto__', '7']) {
      expect(agentCard({ ...CARD, identityScheme: name })).toBe(GOLDEN.replaceAll('paJwt', name));
    }
  });

  const DELEGATION = {
    deviceAuthorizationUrl: 'https://provider.example/a2a/01J/oauth/device_authorization',
    tokenUrl: 'https://provider.example/a2a/01J/oauth/token',
    metadataUrl: 'https://provider.example/a2a/01J/oauth/.well-known/oauth-authorization-server',
    scopes: [
      { id: 'orders:read', description: 'Look up your orders and their status' },
      { id: 'orders:cancel', description: 'Cancel an order that has not shipped' },
      { id: 'a', description: '"quoted" <b>' },
    ],
  };

  it('[PACT-5.1-scheme] [PACT-5.1-identity-entry] PACT 5.1: merges the two members of delegation in, and nothing else', () => {
    const scheme =
      '"userDelegation":{"oauth2SecurityScheme":{"flows":{"deviceCode":{' +
      '"deviceAuthorizationUrl":"https://provider.example/a2a/01J/oauth/device_authorization",' +
      '"tokenUrl":"https://provider.example/a2a/01J/oauth/token","scopes":{' +
      '"orders:read":"Look up your orders and their status","orders:cancel":"Cancel an order that has not shipped",' +
      '"a":"\\"quoted\\" <b>"}}},' +
      '"oauth2MetadataUrl":"https://provider.example/a2a/01J/oauth/.well-known/oauth-authorization-server"}}';
    const merged = GOLDEN.replace('"bearerFormat":"JWT"}}}', `"bearerFormat":"JWT"}},${scheme}}`).replace(
      '"securityRequirements":[{"schemes":{"paJwt":{"list":[]}}}]',
      '"securityRequirements":[{"schemes":{"paJwt":{"list":[]}}},' +
        '{"schemes":{"paJwt":{"list":[]},"userDelegation":{"list":[]}}}]',
    );
    expect(agentCard({ ...CARD, delegation: DELEGATION })).toBe(merged);
  });

  it('PACT 5.1: tells our own client what it offers, scopes in the order of the card', () => {
    const card = readAgentCard(JSON.parse(agentCard({ ...CARD, delegation: DELEGATION })));
    if (!card.ok) throw new Error(card.error.message);
    expect(identityScheme(card.value)).toBe('paJwt');
    expect(delegationScheme(card.value, 'paJwt')).toMatchObject({ name: 'userDelegation', ...DELEGATION });
  });

  it('writes skills in one member order, whatever order they were stored in', () => {
    const skills = [
      { examples: ['Hi'], tags: ['a', 'b'], description: 'D', name: 'N', id: 'i', stored: true },
    ];
    expect(agentCard({ ...CARD, skills })).toContain(
      '"skills":[{"id":"i","name":"N","description":"D","tags":["a","b"],"examples":["Hi"]}]}',
    );
  });

  it('PACT 2.1: is a card that our own client accepts', () => {
    const card = readAgentCard(JSON.parse(agentCard(CARD)));
    if (!card.ok) throw new Error(card.error.message);
    expect(pactInterface(card.value)?.url).toBe(CARD.interfaceUrl);
    expect(identityScheme(card.value)).toBe('paJwt');
  });
});
