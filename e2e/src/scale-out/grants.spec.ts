import { randomUUID } from 'node:crypto';
import { type A2aAnswer, approveByForms, userMessage } from '@surety/testing';
import { AdminApi } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { BrandEndpoint } from '../stack/brand-endpoint';
import { sandboxToken } from '../stack/registered-agent';
import { readStack, replicaOrigins } from '../stack/stack-descriptor';

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

const { provider, sandbox } = readStack();
const { interfaceUrl, user } = sandbox.delegatedBrand;
const { issuer: clientId } = sandbox.personalAgent;
const origins = replicaOrigins();
const json = <T>({ text }: A2aAnswer) => JSON.parse(text) as T;

/** The Brand that delegates, as one replica serves it. */
const addressAt = (index: number): string =>
  interfaceUrl.replace(provider.url, origins[index % origins.length] ?? '');

describe('grants at two replicas (PACT 5.5, P19, P37)', () => {
  const post = (index: number, sub: string, endpoint: string, form: Readonly<Record<string, string>>) =>
    ask(`${addressAt(index)}/oauth/${endpoint}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${sandboxToken(sub)}`,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ client_id: clientId, ...form }).toString(),
    });
  const send = (index: number, sub: string, token: string) =>
    new BrandEndpoint(addressAt(index)).send(sandboxToken(sub), userMessage('Good morning'), {
      headers: { 'X-A2A-User-Delegation': `Bearer ${token}` },
    });

  /** A User who allowed one scope, with the device flow begun at one replica and ended at the other. */
  async function connect(index: number): Promise<Tokens & { readonly sub: string }> {
    const sub = `user-${randomUUID()}`;
    const asked = await post(index, sub, 'device_authorization', { scope: 'orders:read' });
    const flow = json<{ device_code: string; verification_uri_complete: string }>(asked);
    await approveByForms(flow.verification_uri_complete, user, ['orders:read']);
    const form = {
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: flow.device_code,
    };
    return { ...json<Tokens>(await post(index + 1, sub, 'token', form)), sub };
  }

  /** Every replica has seen and remembered the token. */
  async function warm({ sub, access_token }: Tokens & { readonly sub: string }): Promise<void> {
    for (const [index] of origins.entries()) {
      expect(await send(index, sub, access_token)).toMatchObject({ status: 200 });
    }
  }

  async function expectRefused(
    index: number,
    { sub, access_token }: Tokens & { sub: string },
  ): Promise<void> {
    const refused = await send(index, sub, access_token);
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="a2a", error="invalid_token"',
    ]);
  }

  it('revoked by the personal agent at one: the very next message at any other is refused', async () => {
    for (const [index] of origins.entries()) {
      const connected = await connect(index);
      await warm(connected);
      const revoked = await post(index, connected.sub, 'revoke', { token: connected.refresh_token });
      expect(revoked.status).toBe(200);
      await expectRefused(index + 1, connected);
      await expectRefused(index, connected);
    }
  });

  it('revoked by the operator: the very next message at every one is refused', async () => {
    const connected = await connect(0);
    await warm(connected);
    const admin = new AdminApi();
    const { items } = await admin.call<{ items: { id: string }[] }>(
      'GET',
      `/grants?sub=${connected.sub}&status=live`,
    );
    await admin.call('POST', `/grants/${items[0]?.id}/revoke`, {});
    for (const [index] of origins.entries()) await expectRefused(index, connected);
  });
});
