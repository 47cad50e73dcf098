import { randomUUID } from 'node:crypto';
import { assertBare404, assertMethodNotAllowed } from '@surety/testing';
import { AdminApi, type CreatedBrand, scriptAgent } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { sandboxBrand, sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { until } from '../stack/until';

const admin = new AdminApi();
const { provider } = readStack();
const A2A = 'application/a2a+json';

interface Card {
  readonly name: string;
  readonly supportedInterfaces: { url: string; protocolBinding: string; protocolVersion: string }[];
  readonly securitySchemes: Record<string, { httpAuthSecurityScheme?: object }>;
  readonly securityRequirements: { schemes: Record<string, { list: string[] }> }[];
  readonly skills: object[];
}

/** The bytes of PACT wire 9, written out a second time. */
function goldenCard({ name, interfaceUrl }: CreatedBrand): string {
  return (
    `{"name":"${name}","description":"${name} support","supportedInterfaces":[{"url":"${interfaceUrl}",` +
    `"protocolBinding":"HTTP+JSON","protocolVersion":"1.0"}],"provider":{"organization":"Surety","url":"${provider.url}"},` +
    `"version":"1.0.0","capabilities":{"streaming":false,"pushNotifications":false,"extendedAgentCard":false},` +
    `"securitySchemes":{"paJwt":{"httpAuthSecurityScheme":{"scheme":"Bearer","bearerFormat":"JWT"}}},` +
    `"securityRequirements":[{"schemes":{"paJwt":{"list":[]}}}],"defaultInputModes":["text/plain"],` +
    `"defaultOutputModes":["text/plain"],"skills":[{"id":"support","name":"Support",` +
    `"description":"Answers questions.","tags":["support"]}]}`
  );
}

describe('PACT 2.1: the card of a Brand', () => {
  let brand: CreatedBrand;
  beforeAll(async () => {
    brand = await admin.createBrand(scriptAgent('Hello.'));
  });

  it('[PACT-2.1-card] [PACT-2-media-type] is served below the public origin, byte for byte', async () => {
    expect(brand.cardUrl).toBe(`${provider.url}/a2a/${brand.id}/.well-known/agent-card.json`);
    const card = await ask(brand.cardUrl);
    expect(card.status).toBe(200);
    expect(card.headers.get('content-type')).toBe(A2A);
    expect(card.text).toBe(goldenCard(brand));
  });

  it('[PACT-2.1-interface] lists the interface URL under HTTP+JSON 1.0', async () => {
    const { supportedInterfaces } = JSON.parse((await ask(brand.cardUrl)).text) as Card;
    expect(supportedInterfaces).toEqual([
      { url: brand.interfaceUrl, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
    ]);
  });

  it('[PACT-2.1-identity-scheme] lists the personal-agent JWT alone in its only requirement', async () => {
    const { securitySchemes, securityRequirements } = JSON.parse((await ask(brand.cardUrl)).text) as Card;
    const names = Object.keys(securitySchemes);
    expect(names).toHaveLength(1);
    expect(Object.values(securitySchemes)).toEqual([
      { httpAuthSecurityScheme: { scheme: 'Bearer', bearerFormat: 'JWT' } },
    ]);
    expect(securityRequirements).toEqual([{ schemes: { [String(names[0])]: { list: [] } } }]);
  });

  it.each([
    ['none', {}],
    ['garbage', { Authorization: 'garbage' }],
    ['an empty one', { Authorization: '' }],
    ['a bad token', { Authorization: 'Bearer a.b.c' }],
    ['a delegation header beside', { Authorization: 'Bearer x', 'X-A2A-User-Delegation': 'Bearer y' }],
  ])('[PACT-2.1-no-auth] needs no authorization and ignores %s', async (_name, headers) => {
    expect((await ask(brand.cardUrl, { headers })).text).toBe(goldenCard(brand));
  });

  it('P35: may be kept for a minute and asked for by ETag', async () => {
    const first = await ask(brand.cardUrl);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
    expect(first.headers.get('cache-control')).toBe('public, max-age=60');
    for (const condition of [etag, `"other", ${etag}`, '*']) {
      const again = await ask(brand.cardUrl, { headers: { 'If-None-Match': condition } });
      expect([condition, again.status, again.text]).toEqual([condition, 304, '']);
      expect(again.headers.get('etag')).toBe(etag);
    }
    expect((await ask(brand.cardUrl, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('P5: answers HEAD like GET without the body, OPTIONS for browsers, and no other verb', async () => {
    const get = await ask(brand.cardUrl);
    const head = await ask(brand.cardUrl, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
    for (const name of ['content-type', 'etag', 'cache-control', 'content-length']) {
      expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)]);
    }
    expect((await ask(brand.cardUrl, { method: 'OPTIONS' })).status).toBe(204);
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await ask(brand.cardUrl, { method, headers: { Origin: 'https://pa.example' } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      assertMethodNotAllowed(await ask(brand.cardUrl, { method }), 'GET, HEAD, OPTIONS');
    }
  });

  it('shows what the operator changed, within a second', async () => {
    const skills = [{ id: 'a', name: 'A', description: 'Does a.', tags: ['x', 'y'], examples: ['a?'] }];
    await admin.call('PATCH', `/brands/${brand.id}`, { name: 'Renamed "Ü" <b>', description: 'D', skills });
    const card = async () => JSON.parse((await ask(brand.cardUrl)).text) as Card;
    await until(async () => (await card()).name === 'Renamed "Ü" <b>', 1_000);
    expect((await card()).skills).toEqual(skills);
    await admin.call('PATCH', `/brands/${brand.id}`, {
      name: brand.name,
      description: `${brand.name} support`,
      skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
    });
    await until(async () => (await ask(brand.cardUrl)).text === goldenCard(brand), 1_000);
  });
});

describe('[PACT-2.1-unknown-brand] a card that is not there', () => {
  it.each([
    'unknown-customer',
    'x'.repeat(64),
    'x'.repeat(65),
    'x'.repeat(5_000),
    '%00',
    '%0',
    '%zz',
    '%ff',
    '..%2F..',
    '..',
    '.',
    '',
    'a%2Fb',
    'a b'.replace(' ', '%20'),
    '%E2%80%AE',
    ';--',
    '__proto__',
    'constructor',
  ])('gets a bare 404: brandId %#', async brandId => {
    for (const method of ['GET', 'HEAD']) {
      assertBare404(await ask(`${provider.url}/a2a/${brandId}/.well-known/agent-card.json`, { method }));
    }
  });

  it.each([
    '/.well-known/agent-card.json/',
    '/.well-known/agent-card',
    '/.well-known/Agent-Card.json',
    '/.Well-Known/agent-card.json',
    '/tenant/.well-known/agent-card.json',
    '//.well-known/agent-card.json',
    '/.well-known//agent-card.json',
    '/.well-known%2Fagent-card.json',
    '',
    '/',
  ])('gets a bare 404: %p below the interface URL', async path => {
    const { interfaceUrl } = sandboxBrand();
    assertBare404(await ask(interfaceUrl + path));
  });

  it('P36: a closed Brand is an unknown one, on its card and with a valid token', async () => {
    const brand = await admin.createBrand(scriptAgent('Hello.'));
    await admin.call('POST', `/brands/${brand.id}/close`, {});
    await until(async () => (await ask(brand.cardUrl)).status === 404, 1_000);
    const closed = await ask(brand.cardUrl);
    assertBare404(closed);
    assertBare404(await brand.endpoint.route('tasks', sandboxToken()));
  });
});

describe('PACT 5.1: a Brand without delegation', () => {
  it('has no oauth2 scheme on its card and nothing below /oauth', async () => {
    const { interfaceUrl, cardUrl } = sandboxBrand();
    expect((await ask(cardUrl)).text).not.toContain('oauth2SecurityScheme');
    const paths = [
      '',
      '/token',
      '/device_authorization',
      '/revoke',
      '/consent',
      '/consent/decision',
      '/jwks.json',
    ];
    for (const path of [
      ...paths,
      '/connected-agents',
      '/receipt',
      '/.well-known/oauth-authorization-server',
    ]) {
      for (const method of ['GET', 'POST']) {
        assertBare404(await ask(`${interfaceUrl}/oauth${path}`, { method }));
      }
    }
  });
});

describe('[PACT-2.1-brand-domain] the card at the Brand’s own domain', () => {
  const path = `${provider.url}/.well-known/agent-card.json`;
  const at = (Host: string, method = 'GET') => ask(path, { method, headers: { Host } });

  it('is chosen by Host, whatever its port, case or last dot, and prints configured addresses only', async () => {
    const domain = `brand-${randomUUID()}.example.com`;
    const brand = await admin.createBrand(scriptAgent('Hello.'), { domain });
    await until(async () => (await at(domain)).status === 200, 1_000);
    for (const host of [domain, domain.toUpperCase(), `${domain}.`, `${domain}:8443`, `${domain}.:80`]) {
      const card = await at(host);
      expect([host, card.status, card.text]).toEqual([host, 200, goldenCard(brand)]);
      expect(card.headers.get('content-type')).toBe(A2A);
    }
    const forwarded = await ask(path, { headers: { Host: domain, 'X-Forwarded-Host': 'evil.example' } });
    expect(forwarded.text).toBe(goldenCard(brand));
  });

  it.each(['unknown.example.com', 'localhost', '127.0.0.1', 'x..y', '%', '[::1]'])(
    'is not there for %s',
    async host => assertBare404(await at(host)),
  );

  it('does not choose by a suffix, a prefix, or a forwarded host', async () => {
    const domain = `brand-${randomUUID()}.example.com`;
    await admin.createBrand(scriptAgent('Hello.'), { domain });
    await until(async () => (await at(domain)).status === 200, 1_000);
    for (const host of [`www.${domain}`, `${domain}.evil.example`, domain.slice(1), `${domain}..`]) {
      assertBare404(await at(host));
    }
    assertBare404(await ask(path, { headers: { 'X-Forwarded-Host': domain, Forwarded: `host=${domain}` } }));
  });

  it('is free again when its Brand is closed', async () => {
    const domain = `brand-${randomUUID()}.example.com`;
    const first = await admin.createBrand(scriptAgent('One.'), { domain });
    const second = { name: 'Second', agent: scriptAgent('Two.'), domain };
    expect((await admin.request('POST', '/brands', second)).status).toBe(409);
    await admin.call('POST', `/brands/${first.id}/close`, {});
    await until(async () => (await at(domain)).status === 404, 1_000);
    const next = await admin.createBrand(scriptAgent('Two.'), { domain });
    await until(async () => (await at(domain)).text === goldenCard(next), 1_000);
  });
});
