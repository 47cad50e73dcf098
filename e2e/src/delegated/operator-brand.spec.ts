import { randomUUID } from 'node:crypto';
import { type A2aAnswer, approveByForms, assertEnvelope, userMessage } from '@surety/testing';
import { readJwks, verifyReceipt } from '@surety/tokens';
import { AdminApi } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { sandboxToken } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';
import { TRAVEL_SCOPES, TravelBrand } from '../stack/travel-brand';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
}

/** A delegated reply (PACT 5.6). */
interface Receipted {
  readonly message: {
    readonly contextId: string;
    readonly parts: readonly { readonly text: string }[];
    readonly metadata: { readonly 'pact.receipt': { readonly jws: string; readonly claims: object } };
  };
}

const DEVICE_CODE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const [UPCOMING, HISTORY, REBOOK] = TRAVEL_SCOPES.map(({ id }) => id) as [string, string, string];
const { issuer: clientId } = readStack().sandbox.personalAgent;

describe('PACT 5 at a Brand that an operator registered through the admin API alone', () => {
  const sub = `user-${randomUUID()}`;
  const user = { email: 'ada@brand.example', password: 'any' };
  let travel: TravelBrand;
  let contextId: string;
  let tokens: Tokens;

  beforeAll(async () => (travel = await TravelBrand.open()));
  afterAll(() => travel.stop());

  const json = <T>({ text }: A2aAnswer) => JSON.parse(text) as T;
  const post = (endpoint: string, form: Readonly<Record<string, string>>, of = sub) =>
    travel.post(endpoint, sandboxToken(of), { client_id: clientId, ...form });
  const poll = (deviceCode: string, of = sub) =>
    post('token', { grant_type: DEVICE_CODE_GRANT, device_code: deviceCode }, of);
  const refresh = (refreshToken: string, of = sub) =>
    post('token', { grant_type: 'refresh_token', refresh_token: refreshToken }, of);
  const start = async (...scopes: string[]) => {
    const answer = await post('device_authorization', { scope: scopes.join(' ') });
    return json<{ device_code: string; verification_uri_complete: string }>(answer);
  };
  const send = (text: string, { token, ...changes }: { token?: string; [member: string]: unknown } = {}) =>
    travel.brand.endpoint.send(sandboxToken(sub), userMessage(text, changes), {
      headers: token === undefined ? {} : { 'X-A2A-User-Delegation': `Bearer ${token}` },
    });
  const taskOf = (answer: A2aAnswer) => {
    const { task } = json<{
      task: { id: string; contextId: string; status: { state: string }; metadata: object };
    }>(answer);
    expect(task.status.state).toBe('TASK_STATE_AUTH_REQUIRED');
    return task;
  };

  it('[PACT-5.1-metadata] [PACT-5.2-own-scopes] PACT 5.1, RFC 8414 3: offers its scopes in order, and metadata that agree with the card', async () => {
    const card = json<{ securitySchemes: { userDelegation: Record<string, never> } }>(
      await ask(travel.brand.cardUrl),
    );
    const metadata = json<Record<string, unknown>>(await ask(travel.metadataUrl));
    expect(metadata).toMatchObject({
      issuer: travel.issuer,
      token_endpoint: `${travel.issuer}/token`,
      device_authorization_endpoint: `${travel.issuer}/device_authorization`,
      scopes_supported: [UPCOMING, HISTORY, REBOOK],
      jwks_uri: `${travel.issuer}/jwks.json`,
    });
    const offered = JSON.stringify(card.securitySchemes.userDelegation);
    expect(offered).toContain(`"deviceAuthorizationUrl":"${travel.issuer}/device_authorization"`);
    expect(offered).toContain(`"tokenUrl":"${travel.issuer}/token"`);
  });

  it('[PACT-5.5-ephemeral] PACT 5.5, P28: a question about the account without a token is a task that names the missing scope', async () => {
    const task = taskOf(await send('Can you check my upcoming flights?'));
    const asked = await travel.brand.endpoint.route(`tasks/${task.id}`, sandboxToken(sub));
    assertEnvelope(asked, 'TASK_NOT_FOUND');
    expect(task.metadata).toMatchObject({
      'pact.missingScopes': [UPCOMING],
      'pact.verificationUriComplete': expect.stringContaining('/login?return_to='),
    });
    contextId = task.contextId;
    expect(travel.api.calls).toHaveLength(0);
  });

  it('[PACT-5.3-client-id] P16: a foreign client_id is 401', async () => {
    const answer = await post('device_authorization', {
      client_id: 'https://other.example',
      scope: UPCOMING,
    });
    expect({ status: answer.status, error: json<{ error: string }>(answer).error }).toEqual({
      status: 401,
      error: 'invalid_client',
    });
  });

  it('[PACT-5.3-granted-scope] [RFC8628-3.5-pending] PACT 5.3, RFC 8628 3.5: gives a token for what the User ticked, once', async () => {
    const flow = await start(UPCOMING, HISTORY, REBOOK);
    expect(json(await poll(flow.device_code))).toMatchObject({ error: 'authorization_pending' });
    const { location } = await approveByForms(flow.verification_uri_complete, user, [UPCOMING, HISTORY]);
    expect(location?.href).toMatch(/\/connected\?.*status=approved/);
    tokens = json<Tokens>(await poll(flow.device_code));
    expect(tokens).toMatchObject({ token_type: 'Bearer', scope: `${UPCOMING} ${HISTORY}` });
    const again = await poll(flow.device_code);
    expect({ status: again.status, error: json<{ error: string }>(again).error }).toEqual({
      status: 400,
      error: 'invalid_grant',
    });
  });

  it('[PACT-5.5-continue] [PACT-5.6-keys] PACT 5.5, 5.6: answers from the account in the same conversation, with a receipt that verifies', async () => {
    const answer = await send('Can you check my upcoming flights?', {
      token: tokens.access_token,
      contextId,
    });
    const { message } = json<Receipted>(answer);
    expect(message).toMatchObject({ contextId, parts: [{ text: expect.stringContaining('SK 482') }] });
    expect(travel.api.calls.at(-1)?.headers.authorization).toBe(`Bearer ${tokens.access_token}`);
    const receipt = message.metadata['pact.receipt'];
    const keys = readJwks((await ask(`${travel.issuer}/jwks.json`)).text);
    const verified = verifyReceipt(receipt.jws, keys.ok ? keys.value : [], {});
    expect(verified).toMatchObject({ ok: true, value: { claims: receipt.claims } });
    expect(receipt.claims).toMatchObject({
      pa: clientId,
      brand: travel.brand.interfaceUrl,
      user: 'user-1',
      scopesUsed: [UPCOMING],
      actions: [{ tool: 'upcoming_flights' }],
    });
  });

  it('[PACT-5.5-step-up] PACT 5.5: steps up for exactly what is missing, and sends nothing', async () => {
    const before = travel.api.calls.length;
    const task = taskOf(
      await send('Please rebook me onto SK 318', { token: tokens.access_token, contextId }),
    );
    expect(task.metadata).toMatchObject({ 'pact.missingScopes': [REBOOK] });
    expect(travel.api.calls).toHaveLength(before);
  });

  it('PACT 5.4, P18: rotates refresh tokens, and takes each once', async () => {
    const next = json<Tokens>(await refresh(tokens.refresh_token));
    expect(next.scope).toBe(tokens.scope);
    const again = await refresh(tokens.refresh_token);
    expect({ status: again.status, error: json<{ error: string }>(again).error }).toEqual({
      status: 400,
      error: 'invalid_grant',
    });
    tokens = next;
  });

  it('RFC 8628 3.5: a denied consent is access_denied', async () => {
    const flow = await start(HISTORY);
    const { location } = await approveByForms(flow.verification_uri_complete, user, [HISTORY], 'deny');
    expect(location?.href).toContain('status=denied');
    expect(json(await poll(flow.device_code))).toMatchObject({ error: 'access_denied' });
  });

  it('[PACT-5.5-invalid-token] PACT 5.5: a token whose signature was changed is 401 invalid_token', async () => {
    const answer = await send('my flights', { token: `${tokens.access_token.slice(0, -4)}AAAA` });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
  });

  it("P15, P18: in the hands of another User the tokens do nothing, and the owner's go on", async () => {
    const other = `user-${randomUUID()}`;
    expect(json(await refresh(tokens.refresh_token, other))).toMatchObject({ error: 'invalid_grant' });
    const flow = await start(UPCOMING);
    await approveByForms(flow.verification_uri_complete, user, [UPCOMING]);
    expect(json(await poll(flow.device_code, other))).toMatchObject({ error: 'invalid_grant' });
    expect(json(await poll(flow.device_code))).toMatchObject({ token_type: 'Bearer' });
    tokens = json<Tokens>(await refresh(tokens.refresh_token));
    const answer = await send('my flights', { token: tokens.access_token, contextId });
    expect(json<Receipted>(answer).message.parts[0]?.text).toContain('SK 482');
  });

  it('P19, P37: a grant that the operator ends counts for nothing on the very next request', async () => {
    const { items } = await new AdminApi().call<{ items: { id: string }[] }>(
      'GET',
      `/grants?brandId=${travel.brand.id}&sub=${sub}&status=live`,
    );
    expect(items).toHaveLength(1);
    await new AdminApi().call('POST', `/grants/${items[0]?.id}/revoke`, {});
    const answer = await send('my flights', { token: tokens.access_token, contextId });
    expect(answer.status).toBe(401);
    expect(json(await refresh(tokens.refresh_token))).toMatchObject({ error: 'invalid_grant' });
  });
});
