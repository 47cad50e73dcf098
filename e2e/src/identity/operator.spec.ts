import { randomUUID } from 'node:crypto';
import { StubBrand, assertBare401, assertReply, userMessage } from '@surety/testing';
import { AdminApi, scriptAgent, webhookAgent } from '../stack/admin-api';
import { RegisteredAgent, sandboxBrand, sandboxToken } from '../stack/registered-agent';
import { until } from '../stack/until';

const admin = new AdminApi();
const brand = sandboxBrand();

describe('an operator lets a second personal agent and a second Brand in', () => {
  it('and the one talks to the other, as the conversation view shows', async () => {
    const agent = await RegisteredAgent.register();
    const stub = await StubBrand.start();
    try {
      const created = await admin.createBrand(webhookAgent(stub.url), {
        name: 'Second Brand',
        description: 'Answers.',
      });
      const first = assertReply(await created.endpoint.send(agent.token(), userMessage('Hello')));
      const { contextId } = first;
      const second = await created.endpoint.send(
        agent.token(),
        userMessage('Call me: +49 170 1234567', { contextId }),
      );
      expect(assertReply(second).text).toBe('You said: Call me: +49 170 1234567');
      const view = await admin.call<ConversationView>('GET', `/conversations/${contextId}`);
      expect(view).toMatchObject({
        brandId: created.id,
        personalAgentId: agent.id,
        status: 'open',
        turns: 2,
      });
      expect(view.messages.map(({ text }) => text)).not.toContain('Call me: +49 170 1234567');
      expect(JSON.stringify(view)).not.toContain('1234567');
      const audited = await admin.call<{ items: { action: string }[] }>(
        'GET',
        `/audit?objectId=${created.id}`,
      );
      expect(audited.items.map(({ action }) => action)).toContain('brand.create');
    } finally {
      await Promise.all([agent.stop(), stub.stop()]);
    }
  });

  it('and changes how a Brand answers: the next message within a second is answered the new way', async () => {
    const created = await admin.createBrand(scriptAgent('Old.'));
    expect(assertReply(await created.endpoint.send(sandboxToken(), userMessage('Hi'))).text).toBe('Old.');
    await admin.call('PATCH', `/brands/${created.id}`, { agent: scriptAgent('New.') });
    const text = async () => assertReply(await created.endpoint.send(sandboxToken(), userMessage('Hi'))).text;
    await until(async () => (await text()) === 'New.', 1_000);
  });
});

interface ConversationView {
  readonly messages: readonly { readonly text: string }[];
}

describe('[PACT-3.1-disable] PACT 3.1: a disabled personal agent', () => {
  it('[PACT-3.2-unknown] is refused on its very next message, in the middle of a conversation, until it is enabled', async () => {
    const agent = await RegisteredAgent.register();
    try {
      const token = agent.token();
      const { contextId } = assertReply(await brand.send(token, userMessage('Hello')));
      for (let round = 0; round < 3; round += 1) {
        await agent.turn('disable');
        assertBare401(await brand.send(token, userMessage('Hi', { contextId })));
        assertBare401(await brand.send(agent.token(), userMessage('Hi')));
        await until(async () => (await brand.route('tasks', token)).status === 401, 1_000);
        await agent.turn('enable');
        await until(async () => (await brand.route('tasks', token)).status === 200, 1_000);
        const again = assertReply(await brand.send(token, userMessage('Hi', { contextId })));
        expect(again.contextId).toBe(contextId);
      }
    } finally {
      await agent.stop();
    }
  });

  it('cannot be told from one that never was', async () => {
    const agent = await RegisteredAgent.register();
    try {
      await agent.turn('disable');
      const message = userMessage('Hi');
      const disabled = await brand.send(agent.token(), message);
      const unknown = await brand.send(agent.token({ issuer: `https://${randomUUID()}.example` }), message);
      assertBare401(disabled);
      expect([...disabled.headers.keys()]).toEqual([...unknown.headers.keys()]);
    } finally {
      await agent.stop();
    }
  });
});
