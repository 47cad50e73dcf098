import { UnsealError } from '@surety/tokens';
import type { AgentConfig } from './agent-config';
import { openAgentConfig, sealAgentConfig, type StoredWebhookAgent } from './stored-agent-config';

const PLACE = { brandId: 'b1', deploymentKey: Buffer.alloc(32, 7) };
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-01-02T00:00:00.000Z';
const webhook = (headers: Record<string, string>): AgentConfig => ({
  kind: 'webhook',
  url: 'https://brand.example/agent',
  idempotent: false,
  headers,
});
const sealed = (headers: Record<string, string>, at = T1, previous?: StoredWebhookAgent) =>
  sealAgentConfig(webhook(headers), PLACE, at, previous) as StoredWebhookAgent;

describe('secret headers of a webhook agent at rest (P24)', () => {
  it('come back in clear, and stand nowhere in what is stored', () => {
    const stored = sealed({ 'X-Key': 'canary-secret', 'X-Other': '' });
    expect(JSON.stringify(stored)).not.toContain('canary');
    expect(openAgentConfig(stored, PLACE)).toEqual(webhook({ 'X-Key': 'canary-secret', 'X-Other': '' }));
  });

  it('keep seal and time while the value stays, and only then', () => {
    const first = sealed({ A: '1', B: '2' });
    const second = sealed({ A: '1', B: '3', C: '4' }, T2, first);
    expect(second.headers.A).toBe(first.headers.A);
    expect(second.headers.B).toMatchObject({ updatedAt: T2 });
    expect(openAgentConfig(second, PLACE)).toEqual(webhook({ A: '1', B: '3', C: '4' }));
  });

  it.each<[string, (stored: StoredWebhookAgent) => () => unknown]>([
    ['another Brand', stored => () => openAgentConfig(stored, { ...PLACE, brandId: 'b2' })],
    [
      'another key',
      stored => () => openAgentConfig(stored, { ...PLACE, deploymentKey: Buffer.alloc(32, 8) }),
    ],
    [
      'another header',
      stored => () => {
        const moved = { B: stored.headers.A ?? { sealed: '', updatedAt: T1 } };
        return openAgentConfig({ ...stored, headers: moved }, PLACE);
      },
    ],
  ])('do not open for %s', (_, open) => {
    expect(open(sealed({ A: '1' }))).toThrow(UnsealError);
  });

  it('leave a script agent as it is', () => {
    const script: AgentConfig = { kind: 'script', script: { rules: [], fallback: 'Hello.' } };
    expect(sealAgentConfig(script, PLACE, T1)).toBe(script);
    expect(openAgentConfig(script, PLACE)).toBe(script);
  });
});
