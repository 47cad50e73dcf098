import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StubDelegatedBrand } from '@surety/testing';
import { FakeStack, type Run } from '../fake-stack.test-kit';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

describe('surety login, send --delegated, grants, receipt (PACT 5)', () => {
  let stack: FakeStack;
  let stub: StubDelegatedBrand;
  let stateDir: string;
  let env: Record<string, string>;
  let nowMs: number;

  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());
  beforeEach(async () => {
    stub = await StubDelegatedBrand.start();
    nowMs = NOW_MS;
    stub.oauth.nowMs = () => nowMs;
    stateDir = join(stack.folder, 'state');
    const descriptor = stack.descriptor() as { sandbox: object };
    const delegatedBrand = { id: 'brand-1', name: 'Fernway', cardUrl: stub.cardUrl, interfaceUrl: '' };
    const file = join(stack.folder, 'delegated.json');
    writeFileSync(
      file,
      JSON.stringify({ ...descriptor, sandbox: { ...descriptor.sandbox, delegatedBrand } }),
    );
    env = { SURETY_STACK: file, SURETY_STATE_DIR: stateDir };
  });
  afterEach(async () => {
    await stub.stop();
    rmSync(stateDir, { recursive: true, force: true });
  });

  const run = (args: string[], input = ''): Promise<Run> =>
    stack.run(args, {
      env,
      input,
      clock: { nowMs: () => nowMs },
      sleep: delayMs => Promise.resolve(void (nowMs += delayMs)),
    });
  const login = (...args: string[]): Promise<Run> => {
    stub.oauth.decision = { approve: ['orders:read', 'orders:cancel'] };
    return run(['login', ...args]);
  };
  const json = (text: string) => JSON.parse(text) as Record<string, unknown>;
  const secrets = () => {
    const [name = ''] = readdirSync(join(stateDir, 'delegations'));
    return join(stateDir, 'delegations', name);
  };

  describe('login', () => {
    it('shows link and code, waits, and keeps the tokens for their owner alone', async () => {
      const { exitCode, stdout, stderr } = await login();
      expect(exitCode).toBe(0);
      expect(stderr).toContain('/login?return_to=');
      expect(stderr).toContain('WDJB-MJHT');
      expect(stdout).toContain('orders:read, orders:cancel');
      expect(statSync(secrets()).mode & 0o777).toBe(0o600);
      expect(statSync(join(stateDir, 'delegations')).mode & 0o777).toBe(0o700);
    });

    it('with --json prints the link first, as one line, and never a token', async () => {
      const { stdout, stderr } = await login('--json', '--scope', 'orders:read');
      expect(json(stderr)).toMatchObject({
        userCode: 'WDJB-MJHT',
        scopes: ['orders:read'],
        verificationUriComplete: expect.stringContaining('/login?return_to='),
      });
      expect(json(stdout)).toMatchObject({
        scopes: ['orders:read'],
        grantId: 'a2agrant_1',
        sub: 'demo-user',
      });
      expect(stdout + stderr).not.toMatch(/eyJ|rt_|dc_/);
    });

    it('says what the User did not grant', async () => {
      stub.oauth.decision = { approve: ['orders:read'] };
      const { stdout } = await run(['login']);
      expect(stdout).toMatch(/not granted:\s+orders:cancel/);
    });

    it.each([
      ['deny', 5, 'delegation_declined'],
      ['expire', 5, 'device_code_expired'],
    ] as const)('ends on %s with exit code %d', async (decision, exit, code) => {
      stub.oauth.decision = decision;
      const { exitCode, stderr } = await run(['login', '--json']);
      expect(exitCode).toBe(exit);
      expect(stderr).toContain(`"code": "${code}"`);
    });

    it('asks for nothing that is not on the card', async () => {
      expect(await login('--scope', 'everything')).toMatchObject({ exitCode: 2 });
    });

    it('says of a Brand without delegation that it has none', async () => {
      const { exitCode, stderr } = await login('--brand', 'Northwind Books', '--json');
      expect(exitCode).toBe(8);
      expect(stderr).toContain('authorization_server_refused');
    });
  });

  describe('send --delegated', () => {
    it('needs a login first', async () => {
      const { exitCode, stderr } = await run(['send', '--delegated', 'order', '--json']);
      expect(exitCode).toBe(3);
      expect(stderr).toContain('not_logged_in');
    });

    it('acts for the User and says what the receipt proves', async () => {
      await login();
      const { stdout, stderr } = await run(['send', '--delegated', 'Where is my order?']);
      expect(stdout).toBe('done: Where is my order?\n');
      expect(stderr).toContain('receipt: verified; called orders_read; used orders:read');
      expect(stderr).toMatch(/go on with: surety send --delegated --context ctx-1/);
    });

    it('on step-up says how to widen and how to send the same message again', async () => {
      await login('--scope', 'orders:read');
      const { exitCode, stdout, stderr } = await run(['send', '--delegated', "cancel order 'A'"]);
      expect(exitCode).toBe(0);
      expect(stdout).toContain('It needs permission for: orders:cancel');
      expect(stdout + stderr).not.toContain('step-up');
      expect(stderr).toContain('ask the User with: surety login --scope orders:cancel');
      const again = /then send it again: surety (.*)$/m.exec(stderr)?.[1] ?? '';
      expect(again).toMatch(
        /^send --delegated --context ctx-1 --message-id m-\w+ 'cancel order '\\''A'\\'''$/,
      );
      await login('--scope', 'orders:cancel');
      const words = again.split(" '")[0]?.split(' ') ?? [];
      const second = await run([...words, "cancel order 'A'"]);
      expect(second.stdout).toContain('done: cancel order');
      const sent = stub.received.filter(request => request.path.endsWith('/message:send'));
      const ids = sent.map(request => JSON.parse(request.body).message.messageId);
      expect(new Set(ids).size).toBe(1);
    });

    it('with --ask does the whole step-up at once', async () => {
      stub.oauth.decision = { approve: ['orders:read', 'orders:cancel'] };
      const { stdout, stderr } = await run(['send', '--delegated', '--ask', 'cancel my order']);
      expect(stdout).toBe('done: cancel my order\n');
      expect(stderr).toContain('WDJB-MJHT');
      expect((await run(['send', '--ask', 'x'])).exitCode).toBe(2);
    });

    it('refreshes what is nearly over and keeps the new pair', async () => {
      await login();
      nowMs += 3_590_000;
      expect((await run(['send', '--delegated', 'order'])).exitCode).toBe(0);
      nowMs += 3_590_000;
      expect((await run(['send', '--delegated', 'order'])).exitCode).toBe(0);
      expect(stub.forms('/oauth/token').filter(form => form.has('refresh_token'))).toHaveLength(2);
    });

    it('says when the grant is over, and then has nothing stored', async () => {
      await login();
      stub.oauth.revokeGrant();
      const { exitCode, stderr } = await run(['send', '--delegated', 'order', '--json']);
      expect(exitCode).toBe(3);
      expect(stderr).toContain('delegation_ended');
      expect((await run(['grants'])).stdout).toContain('Nothing is stored');
    });

    it('keeps Users apart', async () => {
      await login('--sub', 'user-7');
      expect((await run(['send', '--delegated', 'order'])).exitCode).toBe(3);
      expect((await run(['send', '--delegated', 'order', '--sub', 'user-7'])).exitCode).toBe(0);
    });

    it('says of a damaged file that it is one, and shows none of it', async () => {
      await login();
      writeFileSync(secrets(), '{"version":1,"tokens":"rt_secret"}');
      const { exitCode, stderr } = await run(['send', '--delegated', 'order']);
      expect(exitCode).toBe(2);
      expect(stderr).not.toContain('rt_secret');
    });
  });

  describe('grants', () => {
    it('lists what is stored and whether it is live, without tokens', async () => {
      await login();
      const { stdout } = await run(['grants', '--json']);
      expect(json(stdout)).toMatchObject({
        grants: [{ brandName: 'Northwind', sub: 'demo-user', grantId: 'a2agrant_1', state: 'live' }],
      });
      expect(stdout).not.toMatch(/eyJ|rt_/);
      stub.oauth.revokeGrant();
      expect((await run(['grants', 'list'])).stdout).toContain('over');
    });

    it('asks no Brand with --offline, and says unknown when one cannot be reached', async () => {
      await login();
      stub.received.length = 0;
      expect((await run(['grants', 'list', '--offline'])).stdout).toContain('not asked');
      expect(stub.received).toEqual([]);
      stub.script('/.well-known/agent-card.json', { status: 503 });
      expect((await run(['grants'])).stdout).toContain('unknown');
    });

    it.each([['a2agrant_1'], ['northwind'], ['--all']])(
      'revokes %s at the Brand and forgets it',
      async named => {
        await login();
        const { exitCode, stdout } = await run(['grants', 'revoke', named]);
        expect({ exitCode, stdout }).toMatchObject({
          exitCode: 0,
          stdout: expect.stringContaining('a2agrant_1'),
        });
        expect(stub.oauth.grant?.revoked).toBe(true);
        expect(readdirSync(join(stateDir, 'delegations'))).toEqual([]);
      },
    );

    it('forgets the tokens of a Brand that is gone, and keeps those of one that cannot be reached', async () => {
      await login();
      stub.script('/.well-known/agent-card.json', { status: 503 }, { status: 404 });
      expect((await run(['grants', 'revoke', '--all'])).exitCode).toBe(7);
      expect((await run(['grants', 'revoke', '--all'])).exitCode).toBe(0);
      expect(readdirSync(join(stateDir, 'delegations'))).toEqual([]);
    });

    it('revokes nothing by mistake', async () => {
      await login();
      expect((await run(['grants', 'revoke'])).exitCode).toBe(2);
      expect((await run(['grants', 'revoke', 'a2agrant_1', '--all'])).exitCode).toBe(2);
      expect((await run(['grants', 'revoke', 'a2agrant_9'])).exitCode).toBe(4);
      const dry = await run(['grants', 'revoke', '--all', '--dry-run']);
      expect(dry.stdout).toContain('would revoke a2agrant_1');
      expect(stub.oauth.grant?.revoked).toBe(false);
    });
  });

  describe('receipt verify', () => {
    let reply: Record<string, unknown>;

    beforeEach(async () => {
      await login();
      reply = json((await run(['send', '--delegated', '--json', 'Where is my order?'])).stdout);
    });

    const jws = () => (reply.receipt as { jws: string }).jws;
    const verify = (input: string, ...args: string[]) => run(['receipt', 'verify', ...args], input);

    it('takes what send --json printed, from a pipe', async () => {
      const { exitCode, stdout } = await verify(JSON.stringify(reply), '--json');
      expect(exitCode).toBe(0);
      expect(json(stdout)).toMatchObject({
        valid: true,
        claims: { user: 'jane-4471', brand: stub.interfaceUrl, scopesUsed: ['orders:read'] },
        keys: `${stub.oauth.issuer}/jwks.json`,
      });
    });

    it('takes a JWS in a file, a whole reply, and the receipt object; and keys of a file', async () => {
      const file = join(stack.folder, 'receipt.jws');
      writeFileSync(file, `${jws()}\n`);
      expect((await verify('', file)).exitCode).toBe(0);
      const message = { messageId: reply.replyId, contextId: reply.contextId, metadata: reply.metadata };
      expect((await verify(JSON.stringify({ message }), '-')).exitCode).toBe(0);
      const { 'pact.receipt': receipt } = reply.metadata as Record<string, object>;
      expect((await verify(JSON.stringify(receipt), '--brand', 'Fernway')).exitCode).toBe(0);
      const jwks = join(stack.folder, 'keys.json');
      writeFileSync(jwks, JSON.stringify(stub.oauth.jwks()));
      stub.received.length = 0;
      expect((await verify(jws(), '--jwks', jwks)).exitCode).toBe(0);
      expect(stub.received).toEqual([]);
    });

    it.each([
      [
        'was changed',
        () => ({ ...reply, metadata: { 'pact.receipt': { jws: `${jws().slice(0, -4)}AAAA`, claims: {} } } }),
      ],
      ['is of another reply', () => ({ ...reply, replyId: 'r-0' })],
      ['is of another conversation', () => ({ ...reply, contextId: 'ctx-0' })],
      [
        'comes with other claims',
        () => ({ ...reply, metadata: { 'pact.receipt': { jws: jws(), claims: { user: 'joe' } } } }),
      ],
    ])('fails a receipt that %s, by exit code and rule', async (_, bent) => {
      const { exitCode, stdout, stderr } = await verify(JSON.stringify(bent()), '--json');
      expect(exitCode).toBe(10);
      expect(json(stdout)).toMatchObject({ valid: false });
      expect(stderr).toContain('receipt_fails');
    });

    it('fails by the keys of another Brand', async () => {
      stub.oauth.rotate();
      const other = await StubDelegatedBrand.start();
      const { exitCode } = await verify(jws(), '--brand', other.cardUrl);
      await other.stop();
      expect(exitCode).toBe(10);
    });

    it('says when there is none', async () => {
      expect((await verify('{}')).exitCode).toBe(2);
      expect((await verify('a.b.c')).exitCode).toBe(2);
    });
  });

  it('card shows what may be asked for', async () => {
    const { stdout } = await run(['card', 'Fernway']);
    expect(stdout).toMatch(/orders:read\s+Look up your orders/);
  });
});
