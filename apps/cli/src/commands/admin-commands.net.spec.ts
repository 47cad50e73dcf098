import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FakeStack } from '../fake-stack.test-kit';

const ID = '01J00000000000000000000009';
const agent = {
  id: ID,
  name: 'Mine',
  issuer: 'https://mine.example',
  audience: 'aud_1',
  enabled: true,
  jwksUri: 'x',
};
const brand = {
  id: ID,
  name: 'Books',
  state: 'open',
  cardUrl: 'http://localhost/card',
  interfaceUrl: 'http://localhost/a2a/x',
};

describe('commands that manage a Provider', () => {
  let stack: FakeStack;
  beforeAll(async () => {
    stack = await FakeStack.start();
    writeFileSync(join(stack.folder, 'script.json'), '{"rules":[],"fallback":"Hello."}');
    writeFileSync(join(stack.folder, 'broken.json'), '{');
  });
  afterAll(() => stack.stop());
  beforeEach(() => stack.reset());

  const sent = () => stack.received.map(({ method, path, body }) => ({ method, path, body }));

  it.each([
    [
      [
        'pa',
        'add',
        '--name',
        'Mine',
        '--issuer',
        'https://mine.example',
        '--jwks-uri',
        'https://mine.example/jwks.json',
      ],
      'POST /api/v1/personal-agents',
      { name: 'Mine', issuer: 'https://mine.example', jwksUri: 'https://mine.example/jwks.json' },
    ],
    [
      ['pa', 'disable', ID, '--reason', 'leaked key'],
      `POST /api/v1/personal-agents/${ID}/disable`,
      { reason: 'leaked key' },
    ],
    [['pa', 'enable', ID], `POST /api/v1/personal-agents/${ID}/enable`, {}],
    [
      ['brand', 'add', '--name', 'Books', '--script', 'script.json'],
      'POST /api/v1/brands',
      { name: 'Books', agent: { kind: 'script', script: { rules: [], fallback: 'Hello.' } } },
    ],
    [
      [
        'brand',
        'add',
        '--name',
        'Sky',
        '--webhook',
        'https://sky.example/turns',
        '--idempotent',
        '--domain',
        'sky.example',
      ],
      'POST /api/v1/brands',
      {
        name: 'Sky',
        domain: 'sky.example',
        agent: { kind: 'webhook', url: 'https://sky.example/turns', idempotent: true },
      },
    ],
    [['conversations', 'close', 'ctx/1'], 'POST /api/v1/conversations/ctx%2F1/close', {}],
  ])('%j sends %s', async (args, request, body) => {
    const [method, path] = request.split(' ');
    const run = await stack.run([...args, '--json']);
    expect(run.exitCode).toBe(0);
    expect(sent()).toEqual([{ method, path, body }]);
    expect(stack.received[0]?.headers.authorization).toBe('Bearer admin-token');
    expect(() => JSON.parse(run.stdout)).not.toThrow();
  });

  it.each([
    [
      ['pa', 'add', '--name', 'M', '--issuer', 'https://m.example', '--jwks-uri', 'https://m.example/j'],
      '/api/v1/personal-agents',
    ],
    [['pa', 'disable', ID], `/api/v1/personal-agents/${ID}/disable`],
    [['brand', 'add', '--name', 'B', '--script', 'script.json'], '/api/v1/brands'],
    [['conversations', 'close', 'ctx-1'], '/api/v1/conversations/ctx-1/close'],
  ])('%j --dry-run says what it would send and sends nothing', async (args, path) => {
    const run = await stack.run([...args, '--dry-run', '--json']);
    expect(JSON.parse(run.stdout)).toMatchObject({ dryRun: true, method: 'POST', path });
    expect(sent()).toEqual([]);
    expect((await stack.run([...args, '--dry-run'])).stdout).toContain(`would send POST ${path}`);
  });

  it('finds a personal agent by its issuer', async () => {
    stack.script('GET /api/v1/personal-agents', { body: { items: [agent], nextCursor: null } });
    await stack.run(['pa', 'show', 'https://mine.example']);
    expect(sent().map(request => request.path)).toEqual([
      '/api/v1/personal-agents?issuer=https%3A%2F%2Fmine.example',
      `/api/v1/personal-agents/${ID}`,
    ]);
  });

  it('shows the audience to sign for, and warnings beside the result', async () => {
    const warnings = [{ code: 'unresolved', message: 'pa.example does not resolve yet' }];
    stack.script('POST /api/v1/personal-agents', { status: 201, body: { ...agent, warnings } });
    const run = await stack.run([
      'pa',
      'add',
      '--name',
      'M',
      '--issuer',
      'https://m.example',
      '--jwks-uri',
      'https://m.example/j',
    ]);
    expect(run.stdout).toContain('audience: aud_1');
    expect(run.stderr).toBe('warning unresolved: pa.example does not resolve yet\n');
  });

  it.each([
    [
      ['pa', 'list', '--enabled', 'false', '--query', 'm'],
      '/api/v1/personal-agents?enabled=false&q=m',
      agent,
      'Mine',
    ],
    [
      ['brand', 'list', '--state', 'open', '--limit', '5'],
      '/api/v1/brands?state=open&limit=5',
      brand,
      'Books',
    ],
    [
      ['conversations', 'list', '--status', 'open', '--from', '2026-11-30T00:00:00Z'],
      '/api/v1/conversations?status=open&from=2026-11-30T00%3A00%3A00.000Z',
      { id: 'ctx-1', status: 'open', turns: 3, lastAt: null, brandId: ID, userId: 'u_1' },
      'ctx-1',
    ],
  ])('%j lists by %s', async (args, path, item, word) => {
    const route = `GET ${path.split('?')[0]}`;
    const body = { items: [item], nextCursor: 'next' };
    stack.script(route, { body }, { body });
    const text = await stack.run(args);
    expect(sent()[0]?.path).toBe(path);
    expect(text.stdout).toContain(word);
    expect(text.stderr).toContain('--cursor next');
    expect(JSON.parse((await stack.run([...args, '--json'])).stdout)).toEqual(body);
  });

  it('reads a conversation as it is redacted, or in full when asked', async () => {
    const messages = [
      {
        turnNumber: 1,
        state: 'answered',
        text: '[e-mail]',
        reply: 'Thanks.',
        at: '2026-11-30T12:00:00.000Z',
      },
      {
        turnNumber: 2,
        state: 'spent',
        text: 'hi',
        reply: null,
        failure: { code: 'agent_timeout', detail: '30 s', requestId: 'req-7' },
        at: '2026-11-30T12:01:00.000Z',
      },
    ];
    const conversation = {
      id: 'ctx-1',
      status: 'open',
      turns: 1,
      lastAt: null,
      brandId: ID,
      userId: 'u_1',
      personalAgentId: ID,
      messages,
    };
    stack.script('GET /api/v1/conversations/ctx-1', { body: conversation }, { body: conversation });
    const { stdout } = await stack.run(['conversations', 'show', 'ctx-1']);
    expect(stdout).toContain('failed: agent_timeout: 30 s (request req-7)');
    expect(stdout).toContain('user:  [e-mail]\nagent: Thanks.');
    await stack.run(['conversations', 'show', 'ctx-1', '--reveal', '--limit', '5']);
    expect(sent().map(request => request.path)).toEqual([
      '/api/v1/conversations/ctx-1',
      '/api/v1/conversations/ctx-1?reveal=true&limit=5',
    ]);
  });

  it('brand show tells what was checked before it goes live', async () => {
    const checks = [{ code: 'agent_reachable', ok: false, message: 'connection refused', checkedAt: 'x' }];
    const answer = { body: { ...brand, agent: { kind: 'webhook', url: 'https://x.example/' }, checks } };
    stack.script(`GET /api/v1/brands/${ID}`, answer, answer);
    const { stdout } = await stack.run(['brand', 'show', ID]);
    expect(stdout).toMatch(/agent: +webhook https:\/\/x\.example\//);
    expect(stdout).toMatch(/check agent_reachable: +NOT ok: connection refused/);
  });

  describe('brand close', () => {
    it('asks first, and refuses where nobody can be asked', async () => {
      stack.script(`GET /api/v1/brands/${ID}`, { body: brand });
      const run = await stack.run(['brand', 'close', ID]);
      expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
      expect(sent().filter(request => request.method === 'POST')).toEqual([]);
    });

    it('closes by name with --yes, and only looks with --dry-run', async () => {
      const list = { body: { items: [brand], nextCursor: null } };
      stack.script('GET /api/v1/brands', list, list);
      await stack.run(['brand', 'close', 'books', '--dry-run']);
      expect(sent().filter(request => request.method === 'POST')).toEqual([]);
      await stack.run(['brand', 'close', 'books', '--yes', '--reason', 'moved away']);
      expect(sent().at(-1)).toEqual({
        method: 'POST',
        path: `/api/v1/brands/${ID}/close`,
        body: { reason: 'moved away' },
      });
    });

    it('means the open Brand when a closed one had the same name', async () => {
      const closed = { ...brand, id: '01J00000000000000000000008', state: 'closed' };
      stack.script('GET /api/v1/brands', { body: { items: [closed, brand], nextCursor: null } });
      await stack.run(['brand', 'close', 'books', '--yes']);
      expect(sent().at(-1)?.path).toBe(`/api/v1/brands/${ID}/close`);
    });

    it('refuses a name that several Brands share, and names their ids', async () => {
      const items = [brand, { ...brand, id: '01J00000000000000000000008' }];
      stack.script('GET /api/v1/brands', { body: { items, nextCursor: null } });
      const run = await stack.run(['brand', 'close', 'books', '--yes']);
      expect(run.exitCode).toBe(2);
      for (const item of items) expect(run.stderr).toContain(item.id);
    });
  });

  describe('failures of the admin API', () => {
    const problem = (status: number, title: string, errors?: object[]) => ({
      status,
      headers: {
        'content-type': 'application/problem+json',
        ...(status === 429 ? { 'retry-after': '9' } : {}),
      },
      body: {
        type: `urn:surety:problem:x`,
        title,
        status,
        detail: 'why',
        requestId: 'req-1',
        ...(errors ? { errors } : {}),
      },
    });

    it.each([
      [
        5,
        'invalid_request',
        problem(400, 'Invalid', [{ path: 'jwksUri', code: 'private_address', message: 'no' }]),
      ],
      [3, 'unauthenticated', problem(401, 'No')],
      [5, 'forbidden', problem(403, 'No')],
      [4, 'not_found', problem(404, 'No')],
      [5, 'conflict', problem(409, 'No')],
      [6, 'rate_limited', problem(429, 'No')],
      [5, 'refused', problem(500, 'No')],
      [7, 'unavailable', problem(503, 'No')],
      [7, 'network', { drop: true }],
      [8, 'protocol_violation', { status: 302, headers: { location: '/x' } }],
    ])('%i %s', async (exitCode, code, answer) => {
      stack.script('GET /api/v1/brands', answer);
      const run = await stack.run(['brand', 'list', '--json']);
      expect(run.exitCode).toBe(exitCode);
      expect(JSON.parse(run.stderr).error).toMatchObject({ code, exitCode });
    });

    it('says of a refused admin token what a refused admin token needs', async () => {
      stack.script('GET /api/v1/brands', problem(401, 'No'));
      expect((await stack.run(['brand', 'list'])).stderr).toContain(
        'cure: An admin token lives at most 12 h',
      );
    });

    it('names each field that was refused', async () => {
      const errors = [{ path: 'jwksUri', code: 'private_address', message: 'The address is private' }];
      stack.script('POST /api/v1/brands', problem(400, 'Invalid request', errors));
      const run = await stack.run(['brand', 'add', '--name', 'B', '--webhook', 'https://10.0.0.1/']);
      expect(run.stderr).toContain('surety: Invalid request: why');
      expect(run.stderr).toContain('private_address');
    });
  });

  it.each([
    ['no agent', ['brand', 'add', '--name', 'B']],
    [
      'two agents',
      ['brand', 'add', '--name', 'B', '--script', 'script.json', '--webhook', 'https://x.example/'],
    ],
    ['an idempotent script', ['brand', 'add', '--name', 'B', '--script', 'script.json', '--idempotent']],
    ['a script that is no JSON', ['brand', 'add', '--name', 'B', '--script', 'broken.json']],
    ['a script that is not there', ['brand', 'add', '--name', 'B', '--script', 'nowhere.json']],
    ['a missing issuer', ['pa', 'add', '--name', 'M']],
    ['a bad limit', ['pa', 'list', '--limit', '201']],
    ['a bad state', ['brand', 'list', '--state', 'shut']],
    ['a bad flag', ['pa', 'list', '--enabled', 'yes']],
    ['a group alone', ['pa']],
  ])('2 for %s', async (_, args) => {
    const run = await stack.run([...args, '--json']);
    expect(run.exitCode).toBe(2);
    expect(JSON.parse(run.stderr).error.code).toBe('usage');
    expect(sent()).toEqual([]);
  });

  it("never sends the stack's token to another address", async () => {
    const run = await stack.run(['brand', 'list', '--admin-url', 'https://elsewhere.example']);
    expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('SURETY_ADMIN_TOKEN') });
  });

  it('takes address and token from the environment without a stack', async () => {
    const env = { SURETY_ADMIN_URL: `${stack.origin}/`, SURETY_ADMIN_TOKEN: 'mine' };
    expect((await stack.run(['brand', 'list'], { env, cwd: '/' })).stdout).toBe('none\n');
    expect(stack.received[0]?.headers.authorization).toBe('Bearer mine');
  });
});
