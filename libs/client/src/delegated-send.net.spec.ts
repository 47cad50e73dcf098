import { StubDelegatedBrand } from '@surety/testing';
import { generateSigningJwk } from '@surety/tokens';
import { fetchAgentCard } from './agent-card.client';
import { discoverAuthorizationServer } from './authorization-server.client';
import { BrandClient } from './brand.client';
import { ClientInputError } from './client-errors';
import { sendWithPermission } from './delegated-send';
import { DelegationClient } from './delegation.client';
import {
  DelegationDeclinedError,
  DelegationEndedError,
  DelegationRefusedError,
  PermissionLoopError,
} from './delegation-errors';
import { PersonalAgentSigner } from './personal-agent.signer';
import { type DelegationStore, UserDelegation, memoryDelegationStore } from './user-delegation';

const signer = new PersonalAgentSigner({
  privateJwk: generateSigningJwk('ES256').privateJwk,
  issuer: 'https://pa.example',
  audience: 'aud_1',
});

describe('delegated sending over HTTP (PACT 5.5, 5.6)', () => {
  let stub: StubDelegatedBrand;
  let client: DelegationClient;
  let store: DelegationStore;
  let delegation: UserDelegation;
  let brand: BrandClient;
  let nowMs: number;

  const surroundings = () => ({
    clock: { nowMs: () => nowMs },
    sleep: (delayMs: number) => {
      nowMs += delayMs;
      return Promise.resolve();
    },
  });
  const sent = () => stub.received.filter(request => request.path.endsWith('/message:send'));
  const bodies = () => sent().map(request => JSON.parse(request.body).message);

  beforeEach(async () => {
    stub = await StubDelegatedBrand.start();
    nowMs = Date.now();
    stub.oauth.nowMs = () => nowMs;
    const server = await discoverAuthorizationServer(await fetchAgentCard(stub.cardUrl));
    client = new DelegationClient({ server, signer, sub: 'user-1', ...surroundings() });
    store = memoryDelegationStore();
    delegation = new UserDelegation(client, store, { nowMs: () => nowMs });
    brand = new BrandClient({
      interfaceUrl: stub.interfaceUrl,
      signer,
      sub: 'user-1',
      delegation,
      ...surroundings(),
    });
  });
  afterEach(() => stub.stop());

  const approve = async (...scopes: string[]) => {
    stub.oauth.decision = { approve: scopes };
    await delegation.adopt(await client.waitForApproval(await client.start(scopes)));
  };

  it('[PACT-5.6-keep] sends both tokens, and hands on a verified receipt', async () => {
    await approve('orders:read');
    const outcome = await brand.send({ text: 'Where is my order?' });
    expect(sent()[0]?.headers).toMatchObject({
      authorization: expect.stringMatching(/^Bearer eyJ/),
      'x-a2a-user-delegation': `Bearer ${(await store.load())?.accessToken}`,
    });
    expect(outcome).toMatchObject({
      kind: 'reply',
      receipt: {
        state: 'verified',
        claims: {
          grantId: 'a2agrant_1',
          user: 'jane-4471',
          pa: 'https://pa.example',
          brand: stub.interfaceUrl,
          scopesUsed: ['orders:read'],
        },
      },
    });
  });

  it('is an identity turn before the User approved anything', async () => {
    const outcome = await brand.send({ text: 'hello' });
    expect(sent()[0]?.headers).not.toHaveProperty('x-a2a-user-delegation');
    expect(outcome).not.toHaveProperty('receipt');
  });

  it('refuses tokens of another Brand or personal agent before anything is sent', () => {
    const other = { interfaceUrl: 'https://provider.example/a2a/other', signer, sub: 'user-1', delegation };
    expect(() => new BrandClient(other)).toThrow(ClientInputError);
  });

  describe('a receipt that proves nothing (PACT 5.6, P20)', () => {
    it.each([
      ['missing', () => undefined, { state: 'missing' }],
      ['of another conversation', { reply: { contextId: 'ctx-9' } }, { state: 'invalid', rule: 'context' }],
      ['of an earlier reply', { reply: { messageId: 'r-0' } }, { state: 'invalid', rule: 'message' }],
      ['of another grant', { facts: { grantId: 'a2agrant_0' } }, { state: 'invalid', rule: 'grant' }],
      ['of another User', { facts: { user: 'joe' } }, { state: 'invalid', rule: 'user' }],
      ['of another Brand', { facts: { brand: 'https://b.example' } }, { state: 'invalid', rule: 'brand' }],
      ['of another agent', { facts: { pa: 'https://o.example' } }, { state: 'invalid', rule: 'pa' }],
    ])('tells one that is %s', async (_, change, finding) => {
      await approve('orders:read');
      stub.bendReceipt =
        typeof change === 'function'
          ? change
          : ({ facts, reply }) => ({
              facts: { ...facts, ...('facts' in change ? change.facts : {}) },
              reply: { ...reply, ...('reply' in change ? change.reply : {}) },
            });
      const outcome = await brand.send({ text: 'order' });
      expect(outcome).toMatchObject({ kind: 'reply', text: 'done: order', receipt: finding });
    });

    it('names scopes that were used and are not in the token', async () => {
      await approve('orders:read');
      stub.bendReceipt = ({ facts, reply }) => ({
        facts: { ...facts, scopesUsed: ['orders:read', 'orders:cancel'] },
        reply,
      });
      expect(await brand.send({ text: 'order' })).toMatchObject({
        receipt: { state: 'verified', beyondToken: ['orders:cancel'] },
      });
    });

    it('keeps one for later when the keys cannot be had', async () => {
      await approve('orders:read');
      stub.oauth.rotate();
      nowMs += 31_000;
      stub.script('/oauth/jwks.json', { status: 500 });
      expect(await brand.send({ text: 'order' })).toMatchObject({ receipt: { state: 'unverified' } });
      expect(await brand.send({ text: 'order' })).toMatchObject({ receipt: { state: 'verified' } });
    });
  });

  describe('tokens that end', () => {
    it('refreshes before the end, saves the new pair first, and asks once for many messages', async () => {
      await approve('orders:read');
      const first = await store.load();
      nowMs += 3_545_000;
      stub.received.length = 0;
      await Promise.all(['1', '2', '3'].map(n => brand.send({ text: `order ${n}` })));
      expect(stub.forms('/oauth/token')).toHaveLength(1);
      const second = await store.load();
      expect(second?.refreshToken).not.toBe(first?.refreshToken);
      const tokens = new Set(sent().map(request => request.headers['x-a2a-user-delegation']));
      expect([...tokens]).toEqual([`Bearer ${second?.accessToken}`]);
    });

    it('renews a refused token once and sends the same message again', async () => {
      await approve('orders:read');
      stub.script('/message:send', {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="a2a", error="invalid_token"' },
      });
      expect(await brand.send({ text: 'order' })).toMatchObject({ kind: 'reply' });
      expect(new Set(bodies().map(message => message.messageId)).size).toBe(1);
      expect(new Set(sent().map(request => request.headers['x-a2a-user-delegation'])).size).toBe(2);
    });

    it('does not renew for ever', async () => {
      await approve('orders:read');
      const refused = {
        status: 401,
        headers: { 'www-authenticate': 'Bearer realm="a2a", error="invalid_token"' },
      };
      stub.script('/message:send', refused, refused, refused);
      await expect(brand.send({ text: 'order' })).rejects.toBeInstanceOf(DelegationRefusedError);
      expect(sent()).toHaveLength(2);
    });

    it('P19: says that a revoked delegation is over, and forgets it', async () => {
      await approve('orders:read');
      stub.oauth.revokeGrant();
      const failure = await brand.send({ text: 'order', messageId: 'm-1' }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(DelegationEndedError);
      expect(failure).toMatchObject({ sentMessage: { messageId: 'm-1' } });
      expect(await store.load()).toBeUndefined();
    });

    it('takes over what another process refreshed meanwhile', async () => {
      await approve('orders:read');
      const mine = await store.load();
      nowMs += 3_545_000;
      const theirs = await client.refresh(mine ?? {});
      let loads = 0;
      const shared: DelegationStore = {
        ...store,
        load: () => Promise.resolve((loads += 1) === 1 ? mine : theirs),
      };
      const other = new UserDelegation(client, shared, { nowMs: () => nowMs });
      expect((await other.tokens())?.accessToken).toBe(theirs.accessToken);
    });

    it('revokes at the Provider and then forgets', async () => {
      await approve('orders:read');
      await delegation.revoke();
      expect(stub.oauth.grant?.revoked).toBe(true);
      expect(await store.load()).toBeUndefined();
    });
  });

  describe('sendWithPermission: step-up end to end (P28)', () => {
    it('shows the link of its own flow, waits, and sends the message again with the same ids', async () => {
      const shown: string[] = [];
      const outcome = await sendWithPermission(
        brand,
        delegation,
        { text: 'cancel my order', messageId: 'm-7' },
        {
          onPermission: ({ flow, outcome: { missingScopes } }) => {
            shown.push(flow.verificationUriComplete, ...missingScopes);
            stub.oauth.decision = { approve: missingScopes };
          },
        },
      );
      expect(shown).toEqual([expect.stringContaining('/login?return_to='), 'orders:read', 'orders:cancel']);
      expect(outcome).toMatchObject({ kind: 'reply', receipt: { state: 'verified' } });
      const [first, second] = bodies();
      expect(first).toMatchObject({ messageId: 'm-7' });
      expect(second).toMatchObject({ messageId: 'm-7', contextId: 'ctx-1' });
    });

    it('asks only for what is missing, and widens what it has', async () => {
      await approve('orders:read');
      await sendWithPermission(
        brand,
        delegation,
        { text: 'cancel my order' },
        { onPermission: () => void (stub.oauth.decision = { approve: ['orders:cancel'] }) },
      );
      expect(stub.forms('/oauth/device_authorization').at(-1)?.get('scope')).toBe('orders:cancel');
      expect((await store.load())?.scopes).toEqual(['orders:read', 'orders:cancel']);
    });

    it('hands the request on when the User granted less than it needs', async () => {
      const outcome = await sendWithPermission(
        brand,
        delegation,
        { text: 'cancel my order' },
        { onPermission: () => void (stub.oauth.decision = { approve: ['orders:read'] }) },
      );
      expect(outcome).toMatchObject({ kind: 'permission-needed' });
      expect(sent()).toHaveLength(1);
      expect((await store.load())?.scopes).toEqual(['orders:read']);
    });

    it('ends when the User declines', async () => {
      const asking = sendWithPermission(
        brand,
        delegation,
        { text: 'order' },
        { onPermission: () => void (stub.oauth.decision = 'deny') },
      );
      await expect(asking).rejects.toBeInstanceOf(DelegationDeclinedError);
    });

    it.each([
      ['what was just granted', ['orders:read']],
      ['nothing', []],
    ])('does not follow a Brand that goes on asking for %s', async (_, missingScopes) => {
      const status = { state: 'TASK_STATE_AUTH_REQUIRED' };
      const task = { id: 't', contextId: 'ctx-1', status, metadata: { 'pact.missingScopes': missingScopes } };
      const answer = { status: 200, body: { task } };
      stub.script('/message:send', answer, answer, answer);
      const asking = sendWithPermission(
        brand,
        delegation,
        { text: 'order' },
        { onPermission: () => void (stub.oauth.decision = { approve: ['orders:read'] }) },
      );
      await expect(asking).rejects.toBeInstanceOf(PermissionLoopError);
    });

    it('PACT 5.2: never asks for a scope that is not on the card', async () => {
      const status = { state: 'TASK_STATE_AUTH_REQUIRED' };
      const metadata = { 'pact.missingScopes': ['everything'] };
      stub.script('/message:send', {
        status: 200,
        body: { task: { id: 't', contextId: 'c', status, metadata } },
      });
      const asking = sendWithPermission(
        brand,
        delegation,
        { text: 'order' },
        { onPermission: () => undefined },
      );
      await expect(asking).rejects.toBeInstanceOf(ClientInputError);
    });
  });
});
