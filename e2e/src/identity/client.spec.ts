import { randomUUID } from 'node:crypto';
import { type AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import {
  BrandClient,
  ClientInputError,
  ContentTypeNotSupportedError,
  Conversation,
  InvalidParamsError,
  NotFoundError,
  PersonalAgentSigner,
  TaskNotFoundError,
  UnauthenticatedError,
  fetchAgentCard,
} from '@surety/client';
import { AdminApi, scriptAgent } from '../stack/admin-api';
import { RegisteredAgent } from '../stack/registered-agent';
import { readStack } from '../stack/stack-descriptor';

const { provider, sandbox } = readStack();
const [first] = sandbox.brands;
const { issuer, audience, privateJwk } = sandbox.personalAgent;
const signer = new PersonalAgentSigner({ issuer, audience, privateJwk });
const clientAt = (interfaceUrl: string, sub = `user-${randomUUID()}`) =>
  new BrandClient({ interfaceUrl, signer, sub });

describe('our client at a running Provider', () => {
  it('[PACT-2.1-card-address] [PACT-2.1-pick-interface] goes from a card to a conversation', async () => {
    const card = await fetchAgentCard(first.cardUrl, { providerOrigins: [provider.url] });
    expect(card).toMatchObject({
      interfaceUrl: first.interfaceUrl,
      name: first.name,
      offersDelegation: false,
    });
    const conversation = new Conversation(clientAt(card.interfaceUrl));
    const opened = await conversation.send({ text: 'Hello' });
    const next = await conversation.send({ text: 'And another thing' });
    expect(next.contextId).toBe(opened.contextId);
    expect(next.startedAnew).toBe(false);
  });

  it('[PACT-2.1-redirect] [PACT-2.1-brand-domain] follows the redirect of a Brand’s own site', async () => {
    const site = createServer((_request, response) =>
      response.writeHead(302, { Location: first.cardUrl }).end(),
    );
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    try {
      const { port } = site.address() as AddressInfo;
      const card = await fetchAgentCard(`http://127.0.0.1:${port}/.well-known/agent-card.json`);
      expect(card).toMatchObject({ cardUrl: first.cardUrl, interfaceUrl: first.interfaceUrl });
    } finally {
      await new Promise(resolve => site.close(resolve));
    }
  });

  it('[PACT-3.2-sub-stable] [PACT-3.2-user] speaks for one User under one sub, whichever client is used', async () => {
    const sub = `user-${randomUUID()}`;
    const { contextId } = await clientAt(first.interfaceUrl, sub).send({ text: 'Hello' });
    expect((await clientAt(first.interfaceUrl, sub).send({ text: 'Again', contextId })).contextId).toBe(
      contextId,
    );
    const other = clientAt(first.interfaceUrl).send({ text: 'Again', contextId });
    await expect(other).rejects.toBeInstanceOf(InvalidParamsError);
    for (const personal of ['jane@example.com', '+491701234567']) {
      await expect(clientAt(first.interfaceUrl, personal).send({ text: 'Hi' })).rejects.toBeInstanceOf(
        ClientInputError,
      );
    }
  });

  it('[PACT-4.2-restart] [PACT-4.2-close] starts anew when the Brand closed the conversation', async () => {
    const closing = await new AdminApi().createBrand(scriptAgent('Hello.'));
    const conversation = new Conversation(clientAt(closing.interfaceUrl));
    const opened = await conversation.send({ text: 'goodbye' });
    const next = await conversation.send({ text: 'Hello again' });
    expect(next.startedAnew).toBe(true);
    expect(next.contextId).not.toBe(opened.contextId);
  });

  it('[PACT-4.3-stored] repeats a message under its id and gets the same reply', async () => {
    const brand = clientAt(first.interfaceUrl);
    const named = { text: 'Hello', messageId: randomUUID(), idempotencyKey: randomUUID() };
    const opened = await brand.send(named);
    const same = { ...opened, requestId: expect.any(String) as string };
    expect(await brand.send(named)).toEqual(same);
    const { contextId } = opened;
    expect(await brand.send({ text: 'Hello', messageId: named.messageId, contextId })).toEqual(same);
  });

  it('[PACT-6-reason] [PACT-3.1-audience] tells failures apart by their reason', async () => {
    const brand = clientAt(first.interfaceUrl);
    await expect(brand.send({ text: ' ' })).rejects.toBeInstanceOf(InvalidParamsError);
    await expect(brand.send({ text: 'Hi', contextId: 'nope' })).rejects.toBeInstanceOf(InvalidParamsError);
    await expect(brand.getTask('t-1')).rejects.toBeInstanceOf(TaskNotFoundError);
    await expect(brand.send({ text: 'Hi', contextId: 'nope' })).rejects.not.toBeInstanceOf(
      ContentTypeNotSupportedError,
    );
    const missing = clientAt(`${provider.url}/a2a/missing`);
    await expect(missing.send({ text: 'Hi' })).rejects.toBeInstanceOf(NotFoundError);
    const stranger = new PersonalAgentSigner({ issuer, audience: `${audience}x`, privateJwk });
    const refused = new BrandClient({ interfaceUrl: first.interfaceUrl, signer: stranger, sub: 'u' });
    await expect(refused.send({ text: 'Hi' })).rejects.toBeInstanceOf(UnauthenticatedError);
  });

  it('[PACT-6-retry-after] waits as long as a 429 says', async () => {
    const limits = { perUserPerSecond: 1, perUserBurst: 5, perSecond: null };
    const agent = await RegisteredAgent.register({ more: { limits }, firstToken: () => null });
    try {
      await agent.served(agent.token({ sub: 'warm-up' }));
      const { issuer: own, privateJwk: key } = agent.stub;
      const slowed = new PersonalAgentSigner({ issuer: own, audience: agent.audience, privateJwk: key });
      const brand = new BrandClient({ interfaceUrl: first.interfaceUrl, signer: slowed, sub: 'busy' });
      const since = performance.now();
      for (let sent = 0; sent < 8; sent += 1) await brand.send({ text: 'Hi' });
      expect(performance.now() - since).toBeGreaterThan(1_000);
    } finally {
      await agent.stop();
    }
  });
});
