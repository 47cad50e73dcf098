import type { ScriptAgentConfig } from '@surety/agents';
import { type RunningApp, bootApp } from '@surety/platform';
import {
  type A2aAnswer,
  StubBrand,
  type StubPersonalAgent,
  WORLD_PUBLIC_URL,
  assertBare401,
  assertReply,
  readA2aAnswer,
  says,
  userMessage,
} from '@surety/testing';
import { argsHash, verifyReceipt } from '@surety/tokens';
import { providerBootOptions } from '../boot';
import {
  CARD,
  DelegatingBrand,
  type TestGrant,
  assertDelegatedReply,
  toolAt,
} from '../test-stack/delegating-brand.test-kit';
import { eventually } from '../test-stack/pa-client.test-kit';
import { RegisteredWorld } from '../test-stack/registered-world.test-kit';

jest.setTimeout(60_000);

const ALL = CARD.map(({ id }) => id);
const READ_AND_CANCEL = ALL.slice(0, 2);
const CHALLENGE = 'Bearer realm="a2a", error="invalid_token"';

const rule = (word: string, tool: string, reply: string) => ({
  ...{ any: [word], all: [], extract: {}, reply, close: false },
  tools: [{ tool, arguments: { order: 'A-1' } }],
});
const SCRIPT: ScriptAgentConfig = {
  kind: 'script',
  script: {
    rules: [rule('cancel', 'cancel_order', 'Cancelled.'), rule('refund', 'refund', 'Refunded.')],
    fallback: 'Hello.',
  },
};

describe('PACT 5.5: messages under a delegation token', () => {
  let world: RegisteredWorld;
  let personalAgent: StubPersonalAgent;
  let tools: StubBrand;
  let provider: RunningApp;
  let brand: DelegatingBrand;
  let grant: TestGrant;

  beforeAll(async () => {
    world = await RegisteredWorld.open();
    personalAgent = await world.personalAgent();
    tools = await StubBrand.start({ path: '/tool' });
    tools.behave({ kind: 'json', body: { status: 'cancelled' } });
    brand = await DelegatingBrand.open(world, SCRIPT, {
      tools: [
        toolAt(tools.url),
        toolAt(tools.url, { name: 'refund', scopes: ['orders:cancel', 'refunds:issue'] }),
      ],
    });
    grant = await brand.grant(personalAgent, READ_AND_CANCEL);
    provider = await bootApp({ ...providerBootOptions(world.settings()), stopOnSignals: false });
  });
  afterAll(async () => {
    await provider.stop();
    await tools.stop();
    await world.close();
  });

  interface Sent {
    readonly token?: string | undefined;
    readonly headers?: Record<string, string> | [string, string][];
    readonly contextId?: string | undefined;
    readonly messageId?: string;
    readonly to?: string;
    readonly sub?: string;
  }

  const authorization = (sub = 'user-1') =>
    `Bearer ${personalAgent.token({ audience: world.audience, sub })}`;
  async function send(text: string, { token, headers, contextId, messageId, to = brand.id, sub }: Sent = {}) {
    const sent = new Headers(headers);
    if (!sent.has('authorization')) sent.set('authorization', authorization(sub));
    if (token !== undefined) sent.set('x-a2a-user-delegation', `Bearer ${token}`);
    const message = userMessage(text, { contextId, ...(messageId !== undefined && { messageId }) });
    const url = `${provider.origins[0]}/a2a/${to}/message:send`;
    return readA2aAnswer(
      await fetch(url, { method: 'POST', headers: sent, body: JSON.stringify({ message }) }),
    );
  }
  const tokenOf = (scopes = READ_AND_CANCEL) => brand.token(grant, scopes);
  const bodyOf = ({ text }: A2aAnswer) => JSON.parse(text) as Record<string, Record<string, never>>;
  const expectInvalidToken = (answer: A2aAnswer) => {
    expect([answer.status, answer.text, answer.headers.get('www-authenticate')]).toEqual([
      401,
      '',
      CHALLENGE,
    ]);
    expect(answer.headers.get('content-type')).toBeNull();
  };

  it('PACT 5.6: small talk gets a receipt in the metadata of its message, byte for byte where it stands', async () => {
    const answer = await send('hello', { token: await tokenOf() });
    const { messageId, contextId, text, receipt } = assertDelegatedReply(answer);
    const metadata = { 'pact.receipt': receipt };
    const message = { messageId, contextId, role: 'ROLE_AGENT', parts: [{ text }], metadata };
    expect(answer.text).toBe(JSON.stringify({ message }));
    expect(Object.keys(receipt)).toEqual(['jws', 'claims']);
    const expected = {
      ...{ brand: brand.addresses.interfaceUrl, pa: personalAgent.issuer, contextId, messageId },
      claims: receipt.claims,
    };
    const verified = verifyReceipt(receipt.jws, await brand.publishedKeys(), expected);
    expect(verified).toMatchObject({
      ok: true,
      value: { claims: { user: 'jane', scopesUsed: [], actions: [] } },
    });
    expect(Object.keys(receipt.claims)).toEqual([
      'grantId',
      'user',
      'pa',
      'brand',
      'scopesUsed',
      'actions',
      'ts',
    ]);
  });

  it('PACT 5.6, P20: a tool gets the token, and the receipt says what was called', async () => {
    const token = await tokenOf();
    const before = tools.deliveries.length;
    const answer = await send('please cancel', { token });
    expect(assertDelegatedReply(answer).text).toBe('Cancelled.');
    expect(tools.deliveries.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
    expect(tools.deliveries).toHaveLength(before + 1);
    expect(answer.text).toContain(
      `"scopesUsed":["orders:cancel"],"actions":[{"tool":"cancel_order","argsHash":"${argsHash({ order: 'A-1' })}"}]`,
    );
  });

  it('PACT 5.5, P28: what it lacks becomes a task, byte for byte, and nothing is sent', async () => {
    const before = tools.deliveries.length;
    const answer = await send('refund me', { token: await tokenOf() });
    expect(answer.status).toBe(200);
    const [request] = await world.run<{ user_code: string; kind: string; scopes: string[] }>(
      `SELECT user_code, kind, scopes FROM device_request WHERE brand_id = $1`,
      [brand.id],
    );
    expect(request).toMatchObject({ kind: 'step_up', scopes: ['refunds:issue'] });
    const code = `${request!.user_code.slice(0, 4)}-${request!.user_code.slice(4)}`;
    const link = `https://brand.example/login?return_to=${encodeURIComponent(`${brand.addresses.consent}?user_code=${code}`)}`;
    const ulid = '[0-9A-HJKMNP-TV-Z]{26}';
    const pattern = [
      `{"task":{"id":"t-${ulid}","contextId":"(ctx_${ulid})","status":{"state":"TASK_STATE_AUTH_REQUIRED","message":`,
      `{"messageId":"r-${ulid}-1","contextId":"\\1","role":"ROLE_AGENT","parts":\\[{"text":"[^"]+"}\\]},`,
      '"timestamp":"[0-9T:.-]{23}Z"},"metadata":{"pact.missingScopes":\\["refunds:issue"\\],',
      '"pact.verificationUriComplete":"([^"]+)"}}}',
    ].join('');
    const [, , shown] = new RegExp(`^${pattern}$`).exec(answer.text) ?? [];
    expect(shown).toBe(link);
    expect(tools.deliveries).toHaveLength(before);
  });

  it('[PACT-5.5-resend] PACT 5.5: the same message runs once its grant has what was missing', async () => {
    const messageId = 'step-up-1';
    const stepped = await send('refund me', { token: await tokenOf(), messageId });
    const { contextId } = bodyOf(stepped)['task'] as never as { contextId: string };
    await world.run('UPDATE delegation_grant SET scopes = $2 WHERE id = $1', [grant.grantId, ALL]);
    const still = await send('refund me', { token: await tokenOf(), messageId, contextId });
    expect(still.text).toContain('TASK_STATE_AUTH_REQUIRED');
    const done = await send('refund me', { token: await tokenOf(ALL), messageId, contextId });
    expect(assertDelegatedReply(done).text).toBe('Refunded.');
    await world.run('UPDATE delegation_grant SET scopes = $2 WHERE id = $1', [
      grant.grantId,
      READ_AND_CANCEL,
    ]);
    const narrowed = await send('refund me', { token: await tokenOf(ALL), contextId });
    expect(narrowed.text).toContain('"pact.missingScopes":["refunds:issue"]');
  });

  it('P14: without the token an identity turn, which cannot use what the token could', async () => {
    const { contextId } = assertDelegatedReply(await send('hello', { token: await tokenOf() }));
    const answer = await send('please cancel', { contextId });
    expect(answer.text).toContain('"pact.missingScopes":["orders:cancel"]');
    expect(assertReply(await send('hello', { contextId })).text).toBe('Hello.');
  });

  it('P19: notes the use of the grant', async () => {
    await send('hello', { token: await tokenOf() });
    await eventually('last used', 5_000, async () => {
      const rows = await world.run<{ used: Date | null }>(
        'SELECT last_used_at AS used FROM delegation_grant WHERE id = $1',
        [grant.grantId],
      );
      return rows[0]?.used ?? undefined;
    });
  });

  describe('a header that does not hold is 401 with error="invalid_token"', () => {
    it.each([[''], ['Bearer'], ['Bearer a b'], ['Basic eA=='], ['garbage'], ['Bearer garbage']])(
      '%p',
      async value => {
        expectInvalidToken(await send('hello', { headers: { 'x-a2a-user-delegation': value } }));
      },
    );

    it('on every authenticated route, before its own checks', async () => {
      const headers = { authorization: authorization(), 'x-a2a-user-delegation': 'Bearer x' };
      const routes: [string, string][] = [
        ['GET', 'tasks?pageSize=0'],
        ['GET', 'tasks/t'],
        ['POST', 'tasks/t:cancel'],
        ['POST', 'message:stream'],
        ['GET', 'extendedAgentCard'],
      ];
      for (const [method, route] of routes) {
        const response = await fetch(`${provider.origins[0]}/a2a/${brand.id}/${route}`, { method, headers });
        expectInvalidToken(await readA2aAnswer(response));
      }
    });

    it('[PACT-5.5-jwt-first] a bad personal-agent JWT comes first, with no word of the token', async () => {
      const headers = { authorization: 'Bearer x', 'x-a2a-user-delegation': 'Bearer x' };
      assertBare401(await send('hello', { headers }));
    });

    it('[PACT-5.5-invalid-token] repeated, also twice the same good token', async () => {
      const token = await tokenOf();
      expectInvalidToken(
        await send('hello', {
          headers: [
            ['x-a2a-user-delegation', `Bearer ${token}`],
            ['x-a2a-user-delegation', `Bearer ${token}`],
          ],
        }),
      );
    });

    it.each<[string, () => Promise<string> | string]>([
      [
        'a personal-agent JWT',
        () => personalAgent.token({ audience: brand.addresses.interfaceUrl, sub: 'jane' }),
      ],
      ['expired, without skew', () => brand.token(grant, ALL, { exp: Math.floor(Date.now() / 1000) - 1 })],
      [
        'of another personal agent',
        () => brand.token(grant, ALL, { clientId: 'https://pa.elsewhere.example' }),
      ],
      ['of an unknown grant', () => brand.token(grant, ALL, { grantId: 'a2agrant_nobody' })],
      ['of another Brand user than its grant', () => brand.token(grant, ALL, { brandUser: 'john' })],
      [
        'a receipt',
        async () => {
          const answer = await send('hello', { token: await tokenOf() });
          return /"jws":"([^"]+)"/.exec(answer.text)?.[1] ?? '';
        },
      ],
    ])('%s', async (_, token) => {
      expectInvalidToken(await send('hello', { token: await token() }));
    });

    it('P15: of another User of the same personal agent', async () => {
      expectInvalidToken(await send('hello', { token: await tokenOf(), sub: 'user-2' }));
    });

    it("another Brand's token, and any token at a Brand that does not delegate", async () => {
      const other = await DelegatingBrand.open(world, SCRIPT);
      const theirs = await other.grant(personalAgent, ALL);
      const token = await other.token(theirs, ALL);
      expectInvalidToken(await send('hello', { token }));
      assertDelegatedReply(await send('hello', { token, to: other.id }));
      expectInvalidToken(await send('hello', { token, to: await world.scriptBrand() }));
    });

    it('[PACT-5.5-verify] P37: revoked: the very next message, and every other route within a second', async () => {
      const mine = await brand.grant(personalAgent, ALL, 'jill');
      const token = await brand.token(mine, ALL);
      assertDelegatedReply(await send('hello', { token }));
      await brand.revoke(mine);
      expectInvalidToken(await send('hello', { token }));
      const headers = { authorization: authorization(), 'x-a2a-user-delegation': `Bearer ${token}` };
      await eventually('401 on tasks', 1_000, async () => {
        const { status } = await fetch(`${provider.origins[0]}/a2a/${brand.id}/tasks`, { headers });
        return status === 401;
      });
    });
  });

  describe('P31: the card', () => {
    const cardOf = async (id: string) => {
      const response = await fetch(`${provider.origins[0]}/a2a/${id}/.well-known/agent-card.json`);
      return (await response.json()) as {
        securitySchemes: Record<string, unknown>;
        securityRequirements: object[];
      };
    };

    it('PACT 5.1: offers delegation with the addresses of the public origin and the scopes in order', async () => {
      const { securitySchemes, securityRequirements } = await cardOf(brand.id);
      const oauth = `${WORLD_PUBLIC_URL}/a2a/${brand.id}/oauth`;
      expect(JSON.stringify(securitySchemes['userDelegation'])).toBe(
        JSON.stringify({
          oauth2SecurityScheme: {
            flows: {
              deviceCode: {
                deviceAuthorizationUrl: `${oauth}/device_authorization`,
                tokenUrl: `${oauth}/token`,
                scopes: Object.fromEntries(CARD.map(({ id, description }) => [id, description])),
              },
            },
            oauth2MetadataUrl: `${oauth}/.well-known/oauth-authorization-server`,
          },
        }),
      );
      expect(securityRequirements).toEqual([
        { schemes: { paJwt: { list: [] } } },
        { schemes: { paJwt: { list: [] }, userDelegation: { list: [] } } },
      ]);
    });

    it.each([
      ['is off', `delegation = jsonb_set(delegation, '{enabled}', 'false')`],
      ['has no scopes', `scopes = '[]'`],
      ['is not configured', 'delegation = NULL'],
    ])('offers none where delegation %s, and tokens stop with it', async (_, change) => {
      const off = await DelegatingBrand.open(world, SCRIPT);
      const token = await off.token(await off.grant(personalAgent, ALL), ALL);
      assertDelegatedReply(await send('hello', { token, to: off.id }));
      await world.run(`UPDATE brand SET ${change} WHERE id = $1`, [off.id]);
      await eventually('the card without it', 1_000, async () => {
        const { securitySchemes, securityRequirements } = await cardOf(off.id);
        return !('userDelegation' in securitySchemes) && securityRequirements.length === 1;
      });
      expectInvalidToken(await send('hello', { token, to: off.id }));
    });
  });

  it('PACT wire 5.1: a webhook learns whose turn it is, and never the token', async () => {
    const agent = await StubBrand.start();
    agent.behave(() => says('ok'));
    const stored = { kind: 'webhook' as const, url: agent.url, idempotent: false, headers: {} };
    const hooked = await DelegatingBrand.open(world, stored);
    const mine = await hooked.grant(personalAgent, READ_AND_CANCEL);
    const token = await hooked.token(mine, ALL);
    const { contextId } = assertDelegatedReply(await send('mine', { token, to: hooked.id }));
    await send('plain', { to: hooked.id, contextId });
    await send('mine again', { token, to: hooked.id, contextId });
    const turns = agent.deliveries.map(({ bytes }) => JSON.parse(String(bytes)) as Record<string, never>);
    expect(turns[0]?.['user']).toMatchObject({
      brandUserId: 'jane',
      grantId: mine.grantId,
      scopes: READ_AND_CANCEL,
    });
    expect(turns[1]?.['user']).toEqual({
      id: expect.any(String),
      personalAgent: personalAgent.issuer,
      scopes: [],
    });
    const texts = (turn: Record<string, { text: string }[]> | undefined) =>
      turn?.['history']?.map(({ text }) => text);
    expect(texts(turns[1])).toEqual([]);
    expect(texts(turns[2])).toEqual(['mine', 'ok', 'plain', 'ok']);
    expect(agent.deliveries.map(({ bytes }) => String(bytes)).join()).not.toContain(token.split('.')[2]);
    await agent.stop();
  });
});
