import { randomUUID } from 'node:crypto';
import { StubPersonalAgent, assertBare401, assertReply, userMessage } from '@surety/testing';
import { generateSigningJwk, signPaJwt } from '@surety/tokens';
import { ask } from '../stack/ask';
import { comparable } from '../stack/comparable';
import { RegisteredAgent, sandboxBrand, sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';

const brand = sandboxBrand();
const { provider, sandbox } = readStack();

describe('PACT 3.2: the Authorization header', () => {
  const withHeader = (authorization: string | string[]) =>
    ask(`${brand.interfaceUrl}/tasks`, { headers: { Authorization: authorization } });

  it('[PACT-3.2-bearer] takes Bearer in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
      expect((await withHeader(`${scheme} ${sandboxToken()}`)).status).toBe(200);
    }
  });

  it.each([
    ['empty', () => ''],
    ['only the scheme', () => 'Bearer'],
    ['only the scheme and a blank', () => 'Bearer '],
    ['another scheme', () => 'Basic x'],
    ['a good token under another scheme', () => `DPoP ${sandboxToken()}`],
    ['a good token without a scheme', () => sandboxToken()],
    ['two words', () => 'Bearer a b'],
    ['a word behind a good token', () => `Bearer ${sandboxToken()} x`],
    ['two good tokens, by a comma', () => `Bearer ${sandboxToken()}, Bearer ${sandboxToken()}`],
    ['a quoted token', () => `Bearer "${sandboxToken()}"`],
    ['a token of 10 kB', () => `Bearer ${'x'.repeat(10_000)}`],
    ['a token of 20 kB', () => `Bearer ${'x'.repeat(20_000)}`],
    ['letters outside ASCII', () => 'Bearer \u00fc'],
    ['a tab between', () => `Bearer\t${sandboxToken()}`],
  ])('[PACT-3.2-bearer] [PACT-3.4-challenge] refuses: %s', async (_name, header) => {
    const none = await brand.route('tasks');
    assertBare401(none);
    expect(comparable(await withHeader(header()))).toEqual(comparable(none));
  });

  it('[PACT-3.2-bearer] refuses two headers, though each is good', async () => {
    const token = `Bearer ${sandboxToken()}`;
    assertBare401(await withHeader([token, token]));
  });

  it('takes a token from nowhere else', async () => {
    const token = sandboxToken();
    assertBare401(await brand.route(`tasks?access_token=${token}`));
    assertBare401(
      await brand.route('tasks', undefined, { headers: { Cookie: `token=${token}`, 'X-Token': token } }),
    );
  });
});

describe('PACT 3.2: who may call', () => {
  it('[PACT-3.2-jti] takes a token without jti again and again, at every Brand', async () => {
    const token = sandboxToken();
    for (const endpoint of [brand, sandboxBrand(1), brand]) {
      expect((await endpoint.route('tasks', token)).status).toBe(200);
    }
  });

  it('[PACT-3.2-unknown] [PACT-3.1-allowlist] refuses an issuer that nobody registered, though its JWKS is there', async () => {
    const stranger = await StubPersonalAgent.start();
    try {
      assertBare401(await brand.route('tasks', stranger.token({ audience: provider.audience })));
      expect(stranger.jwksFetches).toBe(0);
    } finally {
      await stranger.stop();
    }
  });

  it('[PACT-3.2-unknown] [PACT-3.1-disable] refuses the disabled personal agent of the sandbox', async () => {
    const { issuer } = sandbox.disabledPersonalAgent;
    const { privateJwk } = sandbox.personalAgent;
    const claims = { issuer, privateJwk, audience: provider.audience, sub: 'u', nowMs: Date.now() };
    assertBare401(await brand.route('tasks', signPaJwt(claims)));
  });

  it('[PACT-3.2-signature] refuses the name of one personal agent under the key of another', async () => {
    const [one, other] = await Promise.all([RegisteredAgent.register(), RegisteredAgent.register()]);
    try {
      const { privateJwk } = other.stub;
      assertBare401(await brand.route('tasks', one.token({ privateJwk })));
      assertBare401(
        await brand.route(
          'tasks',
          one.token({ privateJwk: { ...privateJwk, kid: one.stub.privateJwk.kid } }),
        ),
      );
      expect((await brand.route('tasks', one.token())).status).toBe(200);
    } finally {
      await Promise.all([one.stop(), other.stop()]);
    }
  });

  it('[PACT-3.1-audience-value] has one opaque audience, the same for every personal agent, that no address begins', async () => {
    const agent = await RegisteredAgent.register();
    try {
      expect(agent.audience).toBe(provider.audience);
      expect(sandbox.personalAgent.audience).toBe(provider.audience);
      for (const address of [
        provider.url,
        brand.interfaceUrl,
        brand.cardUrl,
        `${brand.interfaceUrl}/message:send`,
      ]) {
        assertBare401(await brand.route('tasks', agent.stub.token({ audience: address })));
        expect(provider.audience.startsWith(address)).toBe(false);
        expect(address).not.toContain(provider.audience);
      }
    } finally {
      await agent.stop();
    }
  });

  it('takes RS256 of an RSA key of 2048 bits', async () => {
    const agent = await RegisteredAgent.register({ stub: await StubPersonalAgent.start({ alg: 'RS256' }) });
    try {
      assertReply(await brand.send(agent.token(), userMessage('Hi')));
      const { privateJwk: elliptic } = generateSigningJwk('ES256');
      const forged = { ...elliptic, kid: agent.stub.privateJwk.kid };
      assertBare401(await brand.route('tasks', agent.token({ privateJwk: forged })));
    } finally {
      await agent.stop();
    }
  });

  it('[PACT-3.4-order] looks at the token before the body', async () => {
    for (const body of ['', '{', '{"message":{}}', 'x'.repeat(300 * 1024)]) {
      assertBare401(await brand.route('message:send', undefined, { method: 'POST', body }));
      assertBare401(await brand.sendBody(`${sandboxToken()}x`, body));
    }
  });

  it('before delegation exists: any delegation header is 401 invalid_token, and 401 without error beside no token', async () => {
    const challenge = 'Bearer realm="a2a", error="invalid_token"';
    for (const header of [
      '',
      'Bearer',
      'Bearer x',
      `Bearer ${sandboxToken()}`,
      'Basic x',
      ['Bearer a', 'Bearer b'],
    ]) {
      const headers = { 'X-A2A-User-Delegation': header };
      for (const [method, route] of [
        ['POST', 'message:send'],
        ['GET', 'tasks'],
        ['GET', `tasks/${randomUUID()}`],
      ] as const) {
        const answer = await brand.route(route, sandboxToken(), { method, headers });
        expect([answer.status, answer.text, answer.headers.get('www-authenticate')]).toEqual([
          401,
          '',
          challenge,
        ]);
        expect(answer.headers.get('content-type')).toBeNull();
        assertBare401(await brand.route(route, undefined, { method, headers }));
      }
    }
  });
});
