import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { approveByForms } from '@surety/testing';
import { readStack } from '../stack/stack-descriptor';
import { type SuretyRun, runSurety } from '../surety-process';

const { delegatedBrand } = readStack().sandbox;

/** What `surety login --json` prints about its link. */
interface Verification {
  readonly verificationUriComplete: string;
  readonly userCode: string;
}

describe('the command line acts for a User on the sandbox Brand (PACT 5)', () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'surety-state-'));
  const sub = `user-${randomUUID()}`;
  const env = { SURETY_STACK: process.env.SURETY_STACK ?? '', SURETY_STATE_DIR: stateDir };

  afterAll(() => rmSync(stateDir, { recursive: true }));

  const run = (words: string[], input = ''): Promise<SuretyRun> =>
    runSurety(words, { env, input, timeoutMs: 60_000 });
  const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

  /** Logs in as a person would: the link of the running command is opened, and its forms are filled in. */
  async function logIn(ticks: readonly string[], scopes: readonly string[] = []): Promise<SuretyRun> {
    const asked = scopes.length > 0 ? ['--scope', ...scopes] : [];
    let approved: Promise<unknown> | undefined;
    const ended = await runSurety(['login', '--json', '--sub', sub, ...asked], {
      env,
      onStderr: text => {
        if (!text.includes('\n') || approved) return;
        const { verificationUriComplete } = JSON.parse(text.split('\n', 1)[0] ?? '') as Verification;
        approved = approveByForms(verificationUriComplete, delegatedBrand.user, ticks);
        approved.catch(() => undefined);
      },
    });
    await approved;
    return ended;
  }

  it('PACT 5.3: logs in for what the User ticks, and says what was left out', async () => {
    const { exitCode, stdout, stderr } = await logIn(['orders:read', 'address:read']);
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(json(stdout)).toMatchObject({
      brandName: delegatedBrand.name,
      brandUser: 'fern-1001',
      scopes: ['orders:read', 'address:read'],
      notGranted: ['orders:cancel'],
    });
  });

  it('PACT 5.6: reads the account, with a receipt that `surety receipt verify` accepts', async () => {
    const sent = await run(['send', '--delegated', '--json', '--sub', sub, 'Where are my orders?']);
    expect(json(sent.stdout)).toMatchObject({
      kind: 'reply',
      text: expect.stringContaining('A-88213'),
      receipt: { state: 'verified', beyondToken: [] },
    });
    const verified = await run(['receipt', 'verify', '--json'], sent.stdout);
    expect(verified.exitCode).toBe(0);
    expect(json(verified.stdout)).toMatchObject({
      valid: true,
      claims: {
        user: 'fern-1001',
        brand: delegatedBrand.interfaceUrl,
        pa: readStack().sandbox.personalAgent.issuer,
        scopesUsed: ['orders:read'],
        actions: [{ tool: 'list_orders' }],
      },
    });
  });

  it('PACT 5.5: steps up, asks for the missing scope, and sends the same message again', async () => {
    const first = await run(['send', '--delegated', '--json', '--sub', sub, 'Cancel order A-88251']);
    const { kind, missingScopes, contextId, messageId } = json(first.stdout);
    expect({ kind, missingScopes }).toEqual({ kind: 'permission-needed', missingScopes: ['orders:cancel'] });
    const widened = await logIn(['orders:cancel'], ['orders:cancel']);
    expect(json(widened.stdout)).toMatchObject({ scopes: ['orders:read', 'address:read', 'orders:cancel'] });
    const again = ['--context', String(contextId), '--message-id', String(messageId)];
    const second = await run([
      'send',
      '--delegated',
      '--json',
      '--sub',
      sub,
      ...again,
      'Cancel order A-88251',
    ]);
    expect(json(second.stdout)).toMatchObject({
      kind: 'reply',
      contextId,
      text: expect.stringContaining('A-88251'),
      receipt: { state: 'verified', claims: { scopesUsed: ['orders:read', 'orders:cancel'] } },
    });
  });

  it('lists the grant as live, revokes it, and the next message is refused', async () => {
    const listed = json((await run(['grants', '--json', '--sub', sub])).stdout);
    expect(listed).toMatchObject({ grants: [{ sub, state: 'live', brandName: delegatedBrand.name }] });
    expect((await run(['grants', 'revoke', '--all'])).exitCode).toBe(0);
    const sent = await run(['send', '--delegated', '--json', '--sub', sub, 'Where are my orders?']);
    expect(sent.exitCode).toBe(3);
    expect(json(sent.stderr)).toMatchObject({ error: { code: 'not_logged_in' } });
  });
});
