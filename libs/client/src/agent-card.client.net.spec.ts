import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fetchAgentCard } from './agent-card.client';
import {
  AgentCardError,
  NetworkError,
  NotFoundError,
  ProtocolViolationError,
  TimeoutError,
} from './client-errors';
import { type Answer, FakeProvider, json, plain } from './fake-provider.test-kit';

const http = (url: string, version = '1.0', binding = 'HTTP+JSON') => ({
  url,
  protocolBinding: binding,
  protocolVersion: version,
});

describe('PACT 2.1: fetching a card', () => {
  let provider: FakeProvider;

  beforeAll(async () => void (provider = await FakeProvider.start()));
  afterAll(() => provider.stop());
  beforeEach(() => provider.reset());

  const serve = (changes: object) => provider.script(json(provider.card(changes)));
  const redirect = (location: string, status = 302): Answer => plain(status, { location });

  it('[PACT-2.1-card-address] reads the golden card without any token', async () => {
    expect(await fetchAgentCard(provider.cardUrl)).toEqual({
      cardUrl: provider.cardUrl,
      interfaceUrl: provider.interfaceUrl,
      identityScheme: 'anyName',
      offersDelegation: false,
      name: 'Northwind',
      description: 'Northwind support',
      skills: ['Support'],
      document: JSON.parse(provider.card()),
    });
    expect(provider.received[0]?.headers).not.toHaveProperty('authorization');
  });

  it.each([
    'application/a2a+json',
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
  ])('accepts the media type %s', async mediaType => {
    provider.script(json(provider.card(), mediaType));
    expect(await fetchAgentCard(provider.cardUrl)).toHaveProperty('name', 'Northwind');
  });

  describe('choosing', () => {
    it('[PACT-2.1-pick-interface] takes the interface by binding and version, not by position', async () => {
      serve({
        supportedInterfaces: [
          http('https://grpc.example', '1.0', 'GRPC'),
          http('https://old.example', '0.3'),
          http('https://new.example', '1.1'),
          http(provider.interfaceUrl),
        ],
      });
      expect(await fetchAgentCard(provider.cardUrl)).toHaveProperty('interfaceUrl', provider.interfaceUrl);
    });

    it('finds the identity scheme by shape, among others and under any name', async () => {
      const bearer = { httpAuthSecurityScheme: { scheme: 'bearer', bearerFormat: 'JWT' } };
      serve({
        securitySchemes: {
          key: { apiKeySecurityScheme: { name: 'x' } },
          basic: { httpAuthSecurityScheme: { scheme: 'Basic' } },
          x: bearer,
          oauth: { oauth2SecurityScheme: {} },
        },
        securityRequirements: [
          { schemes: { key: { list: [] } } },
          { schemes: { basic: { list: [] } } },
          { schemes: { x: { list: [] }, oauth: { list: [] } } },
          { schemes: { x: { list: [] } } },
        ],
      });
      expect(await fetchAgentCard(provider.cardUrl)).toMatchObject({
        identityScheme: 'x',
        offersDelegation: false,
      });
    });

    it.each([
      ['no interface of PACT', { supportedInterfaces: [http('https://x.example', '0.3')] }],
      ['no interface at all', { supportedInterfaces: [] }],
      ['no identity scheme', { securitySchemes: {}, securityRequirements: [] }],
      [
        'an identity scheme that is never alone',
        { securityRequirements: [{ schemes: { anyName: {}, b: {} } }] },
      ],
      ['no name', { name: '' }],
      ['a relative interface', { supportedInterfaces: [http('/a2a/x')] }],
      ['an interface in plain http', { supportedInterfaces: [http('http://provider.example/a2a/x')] }],
      [
        'an interface with user info',
        { supportedInterfaces: [http('https://provider.example@evil.example/')] },
      ],
      ['an interface with a query', { supportedInterfaces: [http('https://provider.example/a2a?x=1')] }],
      ['an interface with a fragment', { supportedInterfaces: [http('https://provider.example/a2a#x')] }],
      ['an interface of another scheme', { supportedInterfaces: [http('file:///etc/passwd')] }],
    ])('refuses a card with %s', async (_, changes) => {
      serve(changes);
      await expect(fetchAgentCard(provider.cardUrl)).rejects.toBeInstanceOf(AgentCardError);
    });

    it('refuses a card whose interface is not at the expected Provider', async () => {
      serve({ supportedInterfaces: [http('https://evil.example/a2a/x')] });
      const providerOrigins = [provider.origin];
      await expect(fetchAgentCard(provider.cardUrl, { providerOrigins })).rejects.toThrow('evil.example');
      expect(await fetchAgentCard(provider.cardUrl, { providerOrigins })).toHaveProperty('name', 'Northwind');
    });
  });

  describe('redirects', () => {
    it.each([301, 302, 303, 307, 308])(
      '[PACT-2.1-redirect] follows a %i, also a relative one',
      async status => {
        provider.script(redirect(`/a2a/brand-1/.well-known/agent-card.json`, status));
        const card = await fetchAgentCard(`${provider.origin}/.well-known/agent-card.json`);
        expect(card.cardUrl).toBe(provider.cardUrl);
      },
    );

    it('follows three and not four', async () => {
      const hops = ['/1', '/2', '/3', '/4'].map(path => redirect(path));
      provider.script(...hops.slice(0, 3), json(provider.card()));
      expect(await fetchAgentCard(`${provider.origin}/0`)).toHaveProperty('cardUrl', `${provider.origin}/3`);
      provider.script(...hops, json(provider.card()));
      await expect(fetchAgentCard(`${provider.origin}/0`)).rejects.toThrow('more than 3');
    });

    it.each([
      ['a circle', '/start', 'circle'],
      ['plain http on another machine', 'http://provider.example/card', 'plain http'],
      ['user info', 'https://a:b@provider.example/', 'user info'],
      ['another scheme', 'file:///etc/passwd', 'absolute'],
      ['no address', 'http://', 'no address'],
    ])('refuses %s', async (_, location, why) => {
      provider.script(redirect(location));
      await expect(fetchAgentCard(`${provider.origin}/start`)).rejects.toThrow(why);
      expect(provider.received).toHaveLength(1);
    });

    it('refuses a redirect without Location', async () => {
      provider.script(plain(302));
      await expect(fetchAgentCard(provider.cardUrl)).rejects.toBeInstanceOf(AgentCardError);
    });

    it('refuses to be led from another machine to this one', async () => {
      const location = provider.cardUrl;
      const fetch = (): Promise<Response> =>
        Promise.resolve(new Response(null, { status: 302, headers: { location } }));
      await expect(fetchAgentCard('https://brand.example/card', { fetch })).rejects.toThrow('to this one');
    });

    it('refuses an interface on this machine in a card of another', async () => {
      const headers = { 'content-type': 'application/a2a+json' };
      const fetch = (): Promise<Response> => Promise.resolve(new Response(provider.card(), { headers }));
      await expect(fetchAgentCard('https://brand.example/card', { fetch })).rejects.toThrow('on this one');
    });
  });

  describe('answers', () => {
    it.each([
      ['a 404', plain(404), NotFoundError],
      ['a page', plain(200, { 'content-type': 'text/html' }, '<p>'), AgentCardError],
      ['no media type', plain(200, {}, '{}'), AgentCardError],
      ['broken JSON', json('{'), AgentCardError],
      ['an array', json([]), AgentCardError],
      ['a 403', plain(403), AgentCardError],
      ['300 KiB', json(' '.repeat(300 * 1024)), ProtocolViolationError],
    ])('%s is refused', async (_, answer, type) => {
      provider.script(answer);
      await expect(fetchAgentCard(provider.cardUrl)).rejects.toBeInstanceOf(type);
    });

    it('a broken connection is tried once more, and no more than once', async () => {
      const cut: Answer = (_, response) => void response.socket?.destroy();
      provider.script(cut, json(provider.card()));
      expect(await fetchAgentCard(provider.cardUrl)).toHaveProperty('name', 'Northwind');
      provider.reset();
      provider.script(cut, cut, json(provider.card()));
      await expect(fetchAgentCard(provider.cardUrl)).rejects.toBeInstanceOf(NetworkError);
      expect(provider.received).toHaveLength(2);
    });

    it('a silent host ends in a time-out', async () => {
      const silent = createServer(() => undefined);
      await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/card`;
      await expect(fetchAgentCard(url, { timeoutMs: 60 })).rejects.toBeInstanceOf(TimeoutError);
      silent.closeAllConnections();
      await new Promise(resolve => silent.close(resolve));
      await expect(fetchAgentCard(url)).rejects.toBeInstanceOf(NetworkError);
    });

    it('a body that never ends is cut by the cap', async () => {
      provider.script((_, response) => {
        response.writeHead(200, { 'content-type': 'application/a2a+json' });
        const pour = (): void =>
          void (response.destroyed || response.write('x'.repeat(65_536), () => setImmediate(pour)));
        pour();
      });
      await expect(fetchAgentCard(provider.cardUrl)).rejects.toBeInstanceOf(ProtocolViolationError);
    });
  });

  it.each(['', 'brand.example', 'http://brand.example/', 'ftp://brand.example/'])(
    'refuses the card address %j before anything is sent',
    async address => {
      await expect(fetchAgentCard(address)).rejects.toBeInstanceOf(AgentCardError);
    },
  );
});
