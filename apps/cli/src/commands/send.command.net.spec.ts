import { BRAND_IDS, FakeStack, keys, refusal } from '../fake-stack.test-kit';

const [FIRST, SECOND] = BRAND_IDS;
const SEND = `POST /a2a/${FIRST}/message:send`;

describe('surety send', () => {
  let stack: FakeStack;
  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());
  beforeEach(() => stack.reset());

  it("talks to the sandbox's first Brand, and says how to go on beside the result", async () => {
    const run = await stack.run(['send', 'hello']);
    expect(run).toEqual({
      exitCode: 0,
      stdout: 'You said: hello\n',
      stderr: 'context: ctx-1\ngo on with: surety send --context ctx-1 "…"\n',
    });
  });

  it('names a command that can be typed when it runs through npx', async () => {
    const env = { SURETY_STACK: `${stack.folder}/stack.json`, npm_command: 'exec' };
    const run = await stack.run(['send', 'hello', '--brand', 'Northwind Books', '--sub', 'u-1'], { env });
    expect(run.stderr).toContain('npx surety send --context ctx-1 --brand \'Northwind Books\' --sub u-1 "…"');
  });

  it('names the stack again that was given with --stack', async () => {
    const file = `${stack.folder}/stack.json`;
    const run = await stack.run(['send', 'hello', '--stack', file], { env: {}, cwd: '/' });
    expect(run.stderr).toContain(`go on with: surety --stack ${file} send --context ctx-1 "…"`);
  });

  it('says that no stack runs here, which is the usual reason why everything is missing', async () => {
    const run = await stack.run(['send', 'hello'], { env: {}, cwd: '/' });
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('no stack runs in this folder'),
    });
    expect(run.stderr).toContain('npm start');
  });

  it('does not speak of a stack to somebody who has one', async () => {
    const env = { SURETY_STACK: `${stack.folder}/stack.json`, SURETY_PA_ISSUER: 'https://pa.example' };
    const run = await stack.run(['send', 'hello'], { env });
    expect(run.stderr).toContain(
      "The personal agent's private key is missing: give --key or SURETY_PA_KEY\n",
    );
  });

  it('refuses a JWKS as the private key, and says what it is', async () => {
    const env = { SURETY_PA_ISSUER: 'https://pa.example', SURETY_PA_KEY: '{"keys":[]}' };
    const run = await stack.run(['send', 'hello'], { env, cwd: '/' });
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('The key is a JWKS') });
  });

  it('--json prints one document and nothing else', async () => {
    const run = await stack.run(['send', 'hello', '--json', '--message-id', 'm-1']);
    expect(run.stderr).toBe('');
    expect(JSON.parse(run.stdout)).toEqual({
      kind: 'reply',
      text: 'You said: hello',
      contextId: 'ctx-1',
      messageId: 'm-1',
      attempts: 1,
      requestId: 'req-1',
      replyId: 'r-1',
    });
  });

  it.each([
    ['by name', 'skyline'],
    ['by id', SECOND],
  ])('finds a Brand of the sandbox %s', async (_, brand) => {
    await stack.run(['send', 'hello', '--brand', brand]);
    expect(stack.received.at(-1)?.path).toBe(`/a2a/${SECOND}/message:send`);
  });

  it('finds a Brand by its card URL, and one of the admin API by name', async () => {
    const cardUrl = `${stack.interfaceUrl(SECOND)}/.well-known/agent-card.json`;
    expect((await stack.run(['send', 'hello', '--brand', cardUrl])).exitCode).toBe(0);
    const items = [{ id: '01J00000000000000000000009', name: 'Mine', cardUrl }];
    stack.script('GET /api/v1/brands', { body: { items, nextCursor: null } });
    expect((await stack.run(['send', 'hello', '--brand', 'mine'])).exitCode).toBe(0);
    expect(stack.received.find(request => request.path.startsWith('/api/'))?.path).toBe(
      '/api/v1/brands?q=mine&limit=200',
    );
  });

  it('passes the ids of a repeat on', async () => {
    await stack.run(['send', 'hi', '--context', 'c-1', '--message-id', 'm-1']);
    expect(stack.received.at(-1)?.body).toMatchObject({ message: { contextId: 'c-1', messageId: 'm-1' } });
    await stack.run(['send', 'hi', '--message-id', 'm-1', '--idempotency-key', 'k-1']);
    expect(stack.received.at(-1)?.headers['idempotency-key']).toBe('k-1');
  });

  it('reads the text from standard input', async () => {
    expect((await stack.run(['send', '-'], { input: 'line 1\nline 2\n' })).stdout).toBe(
      'You said: line 1\nline 2\n',
    );
  });

  it('speaks as a personal agent of its own by environment, with the audience of the stack', async () => {
    const env = {
      SURETY_STACK: `${stack.folder}/stack.json`,
      SURETY_PA_ISSUER: 'https://mine.example',
      SURETY_PA_KEY: JSON.stringify(keys.privateJwk),
      SURETY_PA_SUB: 'u-7',
    };
    await stack.run(['send', 'hi'], { env });
    const [, token = ''] = stack.received.at(-1)?.headers.authorization?.split(' ') ?? [];
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims).toMatchObject({ iss: 'https://mine.example', sub: 'u-7', aud: 'aud_1' });
  });

  it('needs no stack when everything is named', async () => {
    const env = {
      SURETY_CARD_URL: `${stack.interfaceUrl(FIRST)}/.well-known/agent-card.json`,
      SURETY_PA_ISSUER: 'https://mine.example',
      SURETY_PA_KEY: JSON.stringify(keys.privateJwk),
      SURETY_PA_AUDIENCE: 'aud_9',
      SURETY_PA_SUB: 'u-7',
    };
    expect((await stack.run(['send', 'hi'], { env })).exitCode).toBe(0);
  });

  it('never steers the terminal with the words of a Brand', async () => {
    stack.script(SEND, {
      body: {
        message: {
          messageId: 'r',
          contextId: 'c',
          role: 'ROLE_AGENT',
          parts: [{ text: '\u001b[2Jhi\u202e\u0007' }],
        },
      },
    });
    expect((await stack.run(['send', 'x'])).stdout).toBe('\ufffd[2Jhi\ufffd\ufffd\n');
  });

  it('P28: shows what a Brand asks permission for, and how to ask the User, not the link that gives us no token', async () => {
    const metadata = {
      'pact.missingScopes': ['orders:read'],
      'pact.verificationUriComplete': 'https://b.example/login',
    };
    const status = { state: 'TASK_STATE_AUTH_REQUIRED', message: { parts: [{ text: 'May I?' }] } };
    stack.script(SEND, { body: { task: { id: 't', contextId: 'c', status, metadata } } });
    const { stdout, stderr } = await stack.run(['send', 'x']);
    expect(stdout).toBe('May I?\nIt needs permission for: orders:read\n');
    expect(stderr).toContain('surety login --scope orders:read');
    expect(stderr).not.toContain('https://b.example/login');
  });

  describe('exit codes', () => {
    it.each([
      [3, 'unauthenticated', { status: 401, headers: { 'www-authenticate': 'Bearer realm="a2a"' } }],
      [4, 'not_found', { status: 404, headers: { 'content-type': 'text/plain' } }],
      [5, 'refused', refusal('INVALID_PARAMS', 'Unknown contextId')],
      [5, 'refused', refusal('UNSUPPORTED_OPERATION')],
      [6, 'rate_limited', { status: 429, headers: { 'retry-after': '3600' } }],
      [8, 'protocol_violation', { status: 302, headers: { location: '/x' } }],
      [8, 'protocol_violation', { body: { message: {} } }],
    ])('%i %s', async (exitCode, code, answer) => {
      stack.script(SEND, answer);
      const run = await stack.run(['send', 'x', '--json']);
      expect(run.stdout).toBe('');
      expect(run.exitCode).toBe(exitCode);
      expect(JSON.parse(run.stderr).error).toMatchObject({
        code,
        exitCode,
        cure: expect.stringMatching(/\w/),
      });
    });

    it('7 when the connection breaks again and again, with the ids of a repeat', async () => {
      stack.script(SEND, { drop: true }, { drop: true }, { drop: true }, { drop: true });
      const run = await stack.run(['send', 'x', '--json', '--message-id', 'm-1']);
      expect(run.exitCode).toBe(7);
      expect(JSON.parse(run.stderr).error).toMatchObject({
        code: 'network',
        sentMessage: { messageId: 'm-1', idempotencyKey: expect.any(String) },
      });
    });

    it('9 when the outcome is not known', async () => {
      stack.script(SEND, { drop: true }, ...Array.from({ length: 20 }, () => refusal('INVALID_PARAMS')));
      expect((await stack.run(['send', 'x'])).exitCode).toBe(9);
    });

    it('names reason, cause and cure to a person', async () => {
      stack.script(SEND, refusal('INVALID_PARAMS', 'Unknown contextId'));
      const { stderr } = await stack.run(['send', 'x', '--context', 'c']);
      expect(stderr).toMatch(
        /^surety: Unknown contextId\n {2}reason: INVALID_PARAMS\n {2}requestId: req-1\n/,
      );
      expect(stderr).toContain('cure: Leave `--context` out');
    });

    it.each([
      ['no text', ['send']],
      ['blank text', ['send', ' ']],
      ['empty input', ['send', '-']],
      ['an unknown option', ['send', 'x', '--colour']],
      ['a second text', ['send', 'x', 'y']],
      ['a sub that is personal data', ['send', 'x', '--sub', 'jane@example.com']],
      ['a broken idempotency key', ['send', 'x', '--idempotency-key', 'a\nb']],
      ['a bad time-out', ['send', 'x', '--timeout', '0']],
      ['half of a personal agent', ['send', 'x', '--issuer', 'https://mine.example']],
      [
        'a key file that is not there',
        ['send', 'x', '--issuer', 'https://mine.example', '--key', 'nowhere.json'],
      ],
      ['a stack that is not there', ['send', 'x', '--stack', 'nowhere.json']],
    ])('2 for %s, before anything is sent', async (_, args) => {
      const run = await stack.run([...args, '--json']);
      expect(run.exitCode).toBe(2);
      expect(JSON.parse(run.stderr).error.exitCode).toBe(2);
      expect(stack.received.filter(request => request.method === 'POST')).toEqual([]);
    });

    it('4 for a Brand that nobody knows', async () => {
      expect((await stack.run(['send', 'x', '--brand', 'Nobody'])).exitCode).toBe(4);
    });

    it('2 without a stack and without settings, and says what to give', async () => {
      const run = await stack.run(['send', 'x'], { env: {}, cwd: '/' });
      expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('SURETY_PA_ISSUER') });
    });

    it('130 when it is interrupted', async () => {
      const signal = AbortSignal.abort(new Error('interrupted'));
      expect(await stack.run(['send', 'x'], { signal })).toEqual({ exitCode: 130, stdout: '', stderr: '' });
    });
  });
});

describe('surety card', () => {
  let stack: FakeStack;
  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());

  it('shows what a personal agent makes of a card', async () => {
    const run = await stack.run(['card', 'Skyline']);
    expect(run.stdout).toContain(`interface:   ${stack.interfaceUrl(SECOND)}\n`);
    const json = await stack.run(['--json', 'card']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      interfaceUrl: stack.interfaceUrl(FIRST),
      document: stack.card(FIRST),
    });
  });

  it.each([
    [4, `/a2a/nobody/.well-known/agent-card.json`],
    [8, '/jwks.json'],
  ])('ends with %i for %s', async (exitCode, path) => {
    expect((await stack.run(['card', stack.origin + path])).exitCode).toBe(exitCode);
  });
});

describe('surety chat', () => {
  let stack: FakeStack;
  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());
  beforeEach(() => stack.reset());

  it('answers line by line in one conversation', async () => {
    const run = await stack.run(['chat'], { input: 'hello\n\nbye\n/quit\nnever\n' });
    expect(run).toMatchObject({ exitCode: 0, stdout: 'You said: hello\nYou said: bye\n' });
    const contexts = stack.received.filter(request => request.method === 'POST').map(request => request.body);
    expect(contexts).toMatchObject([{ message: {} }, { message: { contextId: 'ctx-1' } }]);
  });

  it('starts over by /new, and anew by itself when the Brand closed the conversation', async () => {
    const run = await stack.run(['chat', '--context', 'old', '--json'], { input: '/new\n' });
    expect(JSON.parse(run.stdout)).toEqual({ contextId: null, turns: [] });
    stack.script(SEND, refusal('UNSUPPORTED_OPERATION'));
    const again = await stack.run(['chat', '--context', 'old', '--json'], { input: 'hi\n' });
    expect(JSON.parse(again.stdout)).toMatchObject({
      contextId: 'ctx-1',
      turns: [{ said: 'hi', text: 'You said: hi', startedAnew: true }],
    });
  });

  it('in a pipe a failure ends it with its exit code, and what was said is not lost', async () => {
    const run = await stack.run(['chat', '--json'], { input: 'hello\n' });
    expect(JSON.parse(run.stdout).turns).toHaveLength(1);
    stack.script(SEND, { status: 401 });
    const failed = await stack.run(['chat', '--json'], { input: 'hello\nmore\n' });
    expect(failed.exitCode).toBe(3);
    expect(JSON.parse(failed.stdout)).toEqual({ contextId: null, turns: [] });
  });
});
