import { parsePaJwt, readJwks, verifyPaJwt } from '@surety/tokens';
import { StubPersonalAgent } from './stub-personal-agent';

describe('stub personal agent', () => {
  let agent: StubPersonalAgent;
  beforeEach(async () => {
    agent = await StubPersonalAgent.start();
  });
  afterEach(() => agent.stop());

  async function verifies(token: string): Promise<boolean> {
    const keys = readJwks(await (await fetch(agent.jwksUri)).text());
    const parsed = parsePaJwt(token);
    if (!keys.ok || !parsed.ok) return false;
    return verifyPaJwt(parsed.value, keys.value, { issuer: agent.issuer, audience: 'aud-1' }, Date.now()).ok;
  }

  it('signs for any User with a key that it publishes, in ES256 and RS256', async () => {
    expect(await verifies(agent.token({ audience: 'aud-1', sub: 'jane' }))).toBe(true);
    expect(await verifies(agent.token({ audience: 'aud-2' }))).toBe(false);
    await agent.stop();
    agent = await StubPersonalAgent.start({ alg: 'RS256' });
    expect(await verifies(agent.token({ audience: 'aud-1' }))).toBe(true);
  });

  it('rotates with and without its old key', async () => {
    const old = agent.token({ audience: 'aud-1' });
    agent.rotate({ keepOld: true });
    expect([await verifies(old), await verifies(agent.token({ audience: 'aud-1' }))]).toEqual([true, true]);
    agent.rotate();
    expect([await verifies(old), await verifies(agent.token({ audience: 'aud-1' }))]).toEqual([false, true]);
    expect(agent.jwksFetches).toBe(4);
  });

  it('is broken, silent, slow, huge, redirecting, failing or nonsense when told to', async () => {
    const within = (ms: number) =>
      fetch(agent.jwksUri, { signal: AbortSignal.timeout(ms), redirect: 'manual' });
    agent.behaviour = { kind: 'broken' };
    await expect(within(2_000)).rejects.toThrow('fetch failed');
    agent.behaviour = { kind: 'hang' };
    await expect(within(50)).rejects.toThrow('timeout');
    agent.behaviour = { kind: 'slow', afterMs: 60 };
    const startedMs = performance.now();
    await within(5_000);
    expect(performance.now() - startedMs).toBeGreaterThanOrEqual(55);
    agent.behaviour = { kind: 'huge', bytes: 5_000_000 };
    expect((await (await within(5_000)).text()).length).toBe(5_000_000);
    agent.behaviour = { kind: 'redirect', location: 'https://elsewhere.example/' };
    expect((await within(5_000)).status).toBe(302);
    agent.behaviour = { kind: 'status', status: 503 };
    expect((await within(5_000)).status).toBe(503);
    agent.behaviour = { kind: 'raw', body: '<html>' };
    expect(await (await within(5_000)).text()).toBe('<html>');
  });

  it('goes away and comes back at the same address, and tells its discovery document', async () => {
    await agent.away();
    await expect(fetch(agent.jwksUri)).rejects.toThrow('fetch failed');
    await agent.back();
    const discovery = await (await fetch(`${agent.issuer}/.well-known/openid-configuration`)).json();
    expect(discovery).toEqual({ issuer: agent.issuer, jwks_uri: agent.jwksUri });
  });
});
