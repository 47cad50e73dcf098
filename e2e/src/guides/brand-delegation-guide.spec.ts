import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveByForms } from '@surety/testing';
import { AdminApi } from '../stack/admin-api';
import { ask } from '../stack/ask';
import { freePort } from '../stack/free-port';
import { type SuretyRun, runSurety } from '../surety-process';
import { GuideProgram } from './guide-program';
import { shownCalls } from './guide-page';

const CUSTOMER = { email: 'fern@shop.example', password: 'heather' };

/** docs/guides/brand-delegation.md: the requests that it shows, its program, and its first delegated action. */
describe('the guide for a Brand whose agent acts', () => {
  const admin = new AdminApi();
  const name = `Shelfmark Books ${randomUUID()}`;
  const stateDir = mkdtempSync(join(tmpdir(), 'surety-state-'));
  const env = { SURETY_STACK: process.env.SURETY_STACK ?? '', SURETY_STATE_DIR: stateDir };
  const sub = `user-${randomUUID()}`;
  let shop: string;
  let program: GuideProgram;
  let brand: { readonly id: string; readonly interfaceUrl: string };

  /** Sends what the page shows for this address, with the program where it runs here. */
  const shown = async (address: string, at = 0): Promise<Record<string, unknown>> => {
    const call = shownCalls('brand-delegation').filter(candidate => candidate.address === address)[at];
    if (!call) throw new Error(`the guide does not show ${address}`);
    const path = address.replace('$API', '').replace('$BRAND', `/brands/${brand?.id}`);
    const body = call.body
      .replaceAll('http://localhost:4030', shop)
      .replace('"Shelfmark Books"', JSON.stringify(name));
    return admin.call(call.method, path, JSON.parse(body));
  };

  const surety = (words: string[], onStderr?: (text: string) => void): Promise<SuretyRun> =>
    runSurety([...words, '--brand', name, '--sub', sub], {
      env,
      timeoutMs: 60_000,
      ...(onStderr && { onStderr }),
    });
  const json = ({ stdout }: SuretyRun) => JSON.parse(stdout) as Record<string, unknown>;
  const logIn = async (scope: string): Promise<SuretyRun> => {
    let approved: Promise<unknown> | undefined;
    const run = await surety(['login', '--json', '--scope', scope], text => {
      if (!text.includes('\n') || approved) return;
      const { verificationUriComplete } = JSON.parse(text.split('\n', 1)[0] ?? '') as Record<string, string>;
      approved = approveByForms(verificationUriComplete ?? '', CUSTOMER, [scope]);
      approved.catch(() => undefined);
    });
    await approved;
    return run;
  };

  beforeAll(async () => {
    shop = `http://127.0.0.1:${await freePort()}`;
    brand = (await shown('$API/brands')) as unknown as typeof brand;
    program = GuideProgram.start('e2e/src/guides/brand-account.mjs', [], {
      SHOP_URL: shop,
      INTERFACE_URL: brand.interfaceUrl,
    });
    await program.says(/listening at/);
  });
  afterAll(async () => {
    await program.stop();
    rmSync(stateDir, { recursive: true });
  });

  it('sections 2 and 3: offers its scopes once it has a login, without a warning', async () => {
    expect(await shown('$BRAND/scopes')).toMatchObject({
      scopes: [{ id: 'orders:read' }, { id: 'orders:cancel' }],
    });
    expect(await shown('$BRAND')).toMatchObject({
      warnings: [],
      delegation: { completionUrl: `${shop}/connected` },
    });
    const { checks } = await admin.call<{ checks: { code: string; ok: boolean }[] }>(
      'GET',
      `/brands/${brand.id}`,
    );
    for (const code of ['delegation_offered', 'login_address', 'login_keys'])
      expect(checks).toContainEqual(expect.objectContaining({ code, ok: true }));
  });

  it('section 3: the login goes on to the consent address of its Brand alone', async () => {
    const consent = `${brand.interfaceUrl}/oauth/consent`;
    const at = async (returnTo: string) =>
      (await ask(`${shop}/login?return_to=${encodeURIComponent(returnTo)}`)).status;
    expect(await at(`${consent}?user_code=WDJB-MJHT`)).toBe(200);
    expect(await at(consent)).toBe(200);
    for (const trap of [
      'https://evil.example/',
      `${consent}.evil`,
      `${consent}?user_code=a"b`,
      `x${consent}`,
    ])
      expect([trap, await at(trap)]).toEqual([trap, 400]);
  });

  it('sections 4 and 5: the trial names the call, and the API answers nobody who merely asks', async () => {
    expect(await shown('$BRAND/tools')).toMatchObject({ warnings: [], effect: 'read' });
    expect(await shown('$BRAND/tools', 1)).toMatchObject({ warnings: [], effect: 'write' });
    const script: unknown = JSON.parse(readFileSync(join(__dirname, 'shelfmark.json'), 'utf8'));
    await admin.call('PATCH', `/brands/${brand.id}`, { agent: { script } });
    expect(await shown('$BRAND/agent/test')).toMatchObject({
      error: null,
      steps: [
        { state: 'not_sent', tool: 'lookup_order', arguments: { order: 'A-88213' }, scopes: ['orders:read'] },
      ],
    });
    expect((await ask(`${shop}/api/orders/A-88213`)).status).toBe(401);
  });

  it('section 6: answers from the API, steps up, and cancels when it may', async () => {
    await logIn('orders:read');
    const first = json(await surety(['send', '--delegated', '--json', 'Where is A-88213?']));
    expect(first).toMatchObject({
      text: 'Order A-88213 is in the warehouse.',
      receipt: { state: 'verified', claims: { user: 'customer-1001', actions: [{ tool: 'lookup_order' }] } },
    });
    const cancel = ['send', '--delegated', '--json', 'Cancel A-88213'];
    const asked = json(await surety(cancel));
    expect(asked).toMatchObject({ kind: 'permission-needed', missingScopes: ['orders:cancel'] });
    await logIn('orders:cancel');
    const ids = ['--context', String(asked.contextId), '--message-id', String(asked.messageId)];
    const second = json(await surety([...cancel, ...ids]));
    expect(second).toMatchObject({ text: 'Order A-88213 is cancelled.', receipt: { state: 'verified' } });
  });

  it('section 7: the customer is ended, and the next message is refused', async () => {
    const ended = await admin.call('POST', '/grants/revoke', { brandId: brand.id, user: 'customer-1001' });
    expect(ended).toEqual({ revoked: 1 });
    expect((await surety(['send', '--delegated', 'Where is A-88213?'])).exitCode).toBe(3);
    expect(
      await admin.call('PATCH', `/brands/${brand.id}`, { delegation: { enabled: false } }),
    ).toMatchObject({
      delegation: { enabled: false },
    });
  });
});
