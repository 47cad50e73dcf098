import { setTimeout as delay } from 'node:timers/promises';
import { type A2aAnswer, assertBare401, assertRateLimited, userMessage } from '@surety/testing';
import { AdminApi } from '../stack/admin-api';
import { RegisteredAgent, sandboxBrand } from '../stack/registered-agent';

const brand = sandboxBrand();

/** Sends until 429, at most this often; the first 429. */
async function untilLimited(most: number, send: () => Promise<A2aAnswer>): Promise<A2aAnswer> {
  for (let sent = 0; sent < most; sent += 1) {
    const answer = await send();
    if (answer.status === 429) return answer;
    expect(answer.status).toBe(200);
  }
  throw new Error(`no 429 in ${most} requests`);
}

describe('PACT 6: rate limits', () => {
  it('[PACT-6-rate-limit] [PACT-6-not-a2a] a User who sends too much gets 429, no other does, and it passes', async () => {
    const limits = { perUserPerSecond: 1, perUserBurst: 5, perSecond: null };
    const agent = await RegisteredAgent.register({ more: { limits }, firstToken: () => null });
    try {
      await agent.served(agent.token({ sub: 'warm-up' }));
      const token = agent.token({ sub: 'busy' });
      const limited = await untilLimited(60, () => brand.send(token, userMessage('Hi')));
      const seconds = assertRateLimited(limited);
      expect(seconds).toBeLessThanOrEqual(10);
      expect((await brand.send(agent.token({ sub: 'calm' }), userMessage('Hi'))).status).toBe(200);
      expect((await brand.route('tasks', token)).status).toBe(429);
      assertBare401(await brand.route('tasks', `${token}x`));
      await delay(seconds * 1_000);
      expect((await brand.send(token, userMessage('Hi'))).status).toBe(200);
    } finally {
      await agent.stop();
    }
  });

  it('[PACT-6-rate-limit] a personal agent that sends too much gets 429 for every User', async () => {
    const limits = { perSecond: 1, burst: 10, perUserPerSecond: null };
    const agent = await RegisteredAgent.register({ more: { limits }, firstToken: () => null });
    try {
      let user = 0;
      const send = () => brand.send(agent.token({ sub: `user-${(user += 1)}` }), userMessage('Hi'));
      while ((await send()).status === 401);
      assertRateLimited(await untilLimited(100, send));
    } finally {
      await agent.stop();
    }
  });

  it('a limit of null is none, and what an operator changes counts within a second', async () => {
    const agent = await RegisteredAgent.register();
    try {
      const statuses = await Promise.all(
        Array.from({ length: 100 }, async () => (await brand.route('tasks', agent.token())).status),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
      const limits = { perUserPerSecond: 1, perUserBurst: 1, perSecond: null };
      await new AdminApi().call('PATCH', `/personal-agents/${agent.id}`, { limits });
      await delay(1_000);
      await untilLimited(20, () => brand.route('tasks', agent.token()));
    } finally {
      await agent.stop();
    }
  });
});
