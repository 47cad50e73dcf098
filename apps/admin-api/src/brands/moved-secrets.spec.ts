import type { StoredAgentConfig, WebhookAgentConfig } from '@surety/agents';
import { movedSecretFaults } from './moved-secrets';

const sealed = { sealed: 'x', updatedAt: '2026-01-01T00:00:00.000Z' };
const stored: StoredAgentConfig = {
  kind: 'webhook',
  url: 'https://brand.example/agent',
  idempotent: false,
  headers: { 'x-key': sealed, 'x-other': sealed },
};
const at = (url: string): WebhookAgentConfig => ({ kind: 'webhook', url, idempotent: false, headers: {} });
const paths = (change: Record<string, unknown>, url: string) =>
  movedSecretFaults(stored, change, at(url)).map(fault => fault.path);

describe('PACT wire 6: secrets are write-only', () => {
  it('keeps secret headers on another path of the same origin', () => {
    expect(paths({ url: 'https://brand.example:443/v2' }, 'https://brand.example:443/v2')).toEqual([]);
  });

  it.each([
    'https://elsewhere.example/agent',
    'http://brand.example/agent',
    'https://brand.example:8443/agent',
  ])('asks for every secret again when the webhook moves to %s', url =>
    expect(paths({ url }, url)).toEqual(['agent.headers.x-key', 'agent.headers.x-other']),
  );

  it('takes a value or null as naming it again', () => {
    const url = 'https://elsewhere.example/agent';
    expect(paths({ url, headers: { 'x-key': 'new', 'x-other': null } }, url)).toEqual([]);
    expect(paths({ url, headers: { 'x-key': 'new' } }, url)).toEqual(['agent.headers.x-other']);
  });

  it('has nothing to say of scripts', () => {
    const script = { kind: 'script', script: { rules: [], fallback: 'ok' } } as const;
    expect(movedSecretFaults(script, { kind: 'webhook' }, at('https://a.example'))).toEqual([]);
  });
});
