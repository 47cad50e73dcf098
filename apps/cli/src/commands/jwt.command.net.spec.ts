import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSigningJwk, signPaJwt } from '@surety/tokens';
import { FakeStack, keys } from '../fake-stack.test-kit';

const NOW_MS = Date.parse('2026-11-30T12:00:00Z');

describe('PACT 3.2: surety jwt explain', () => {
  let stack: FakeStack;
  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());
  beforeEach(() => stack.reset());

  const sign = (changes: Partial<Parameters<typeof signPaJwt>[0]> = {}) =>
    signPaJwt({
      privateJwk: keys.privateJwk,
      issuer: stack.issuer,
      audience: 'aud_1',
      sub: 'u-1',
      nowMs: NOW_MS,
      ...changes,
    });

  const failures = (stdout: string): string[] =>
    (JSON.parse(stdout).checks as { rule: string; outcome: string }[])
      .filter(check => check.outcome === 'fail')
      .map(check => check.rule);

  it('passes a good token, judged by what the stack says of its issuer', async () => {
    const run = await stack.run(['jwt', 'explain', sign(), '--json']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({
      verdict: 'pass',
      judgedBy: { issuer: stack.issuer, audience: 'aud_1', jwks: `${stack.origin}/jwks.json` },
    });
  });

  it.each([
    ['audience', { audience: 'https://provider.example/card' }],
    ['issuer', { issuer: 'https://other.example' }],
    ['exp', { nowMs: NOW_MS - 300_000 }],
    ['lifetime', { lifetimeSeconds: 301 }],
  ])('ends with 10 and names the rule %s', async (rule, changes) => {
    const args = ['jwt', 'explain', sign(changes), '--issuer', stack.issuer, '--audience', 'aud_1', '--json'];
    const run = await stack.run([...args, '--jwks', `${stack.origin}/jwks.json`]);
    expect(run.exitCode).toBe(10);
    expect(failures(run.stdout).join(' ')).toContain(rule);
    expect(JSON.parse(run.stderr).error.code).toBe('token_fails');
  });

  it('names a signature by a key that is not published, by a JWKS file', async () => {
    const file = join(stack.folder, 'jwks.json');
    writeFileSync(file, JSON.stringify({ keys: [generateSigningJwk('ES256').publicJwk] }));
    const run = await stack.run(['jwt', 'explain', '-', '--jwks', file], { input: `Bearer ${sign()}\n` });
    expect(run.exitCode).toBe(10);
    expect(run.stdout).toMatch(/fail +\S/);
    expect(run.stdout).toContain('verdict: fail');
  });

  it('judges at another time', async () => {
    const run = await stack.run(['jwt', 'explain', sign(), '--at', '2026-11-30T13:00:00Z']);
    expect(run.exitCode).toBe(10);
  });

  it('asks the admin API about an issuer that is not of the sandbox, and tells of a disabled one', async () => {
    const issuer = 'https://mine.example';
    const audience = 'aud_of_provider';
    const item = { id: 'pa-1', issuer, jwksUri: `${stack.origin}/jwks.json`, enabled: false };
    stack.script('GET /api/v1/personal-agents', { body: { items: [item], nextCursor: null } });
    stack.script('GET /api/v1/personal-agents/pa-1', { body: { ...item, audience } });
    const run = await stack.run(['jwt', 'explain', sign({ issuer, audience }), '--json']);
    expect(run.exitCode).toBe(10);
    expect(failures(run.stdout)).toEqual([]);
    expect(JSON.parse(run.stdout).judgedBy).toMatchObject({ issuer, audience, enabled: false });
    expect(JSON.parse(run.stderr).error.message).toContain('disabled');
  });

  it('explains the token that `send` would carry when none is given', async () => {
    const run = await stack.run(['jwt', 'explain', '--json']);
    expect(run).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'pass', judgedBy: { issuer: stack.issuer } });
  });

  it('names a wrong SURETY_PA_AUDIENCE: what the Provider assigned decides', async () => {
    const env = { SURETY_STACK: join(stack.folder, 'stack.json'), SURETY_PA_AUDIENCE: 'aud_of_another' };
    const run = await stack.run(['jwt', 'explain', '--json'], { env });
    expect(run.exitCode).toBe(10);
    expect(failures(run.stdout)).toEqual(['audience']);
    expect(JSON.parse(run.stdout).judgedBy.audience).toBe('aud_1');
  });

  it('takes SURETY_PA_AUDIENCE where no Provider is known', async () => {
    const args = ['jwt', 'explain', sign({ audience: 'aud_2' }), '--issuer', stack.issuer, '--json'];
    const run = await stack.run([...args, '--jwks', `${stack.origin}/jwks.json`], {
      env: { SURETY_PA_AUDIENCE: 'aud_2' },
      cwd: '/',
    });
    expect(JSON.parse(run.stdout)).toMatchObject({ verdict: 'pass', judgedBy: { audience: 'aud_2' } });
  });

  it('tells of an issuer that the Provider has not registered', async () => {
    stack.script('GET /api/v1/personal-agents', { body: { items: [], nextCursor: null } });
    const run = await stack.run(['jwt', 'explain', sign({ issuer: 'https://stranger.example' })]);
    expect(run.stderr).toContain('no personal agent with the issuer https://stranger.example');
  });

  it('says what it could not judge when nothing is known of the issuer', async () => {
    const run = await stack.run(['jwt', 'explain', sign({ issuer: 'https://stranger.example' }), '--json']);
    expect(run.exitCode).toBe(0);
    expect(JSON.parse(run.stdout)).toMatchObject({
      verdict: 'incomplete',
      judgedBy: { issuer: null, jwks: null },
    });
  });

  it.each([['garbage'], ['a.b.c'], ['eyJhbGciOiJub25lIn0..']])(
    'explains %j without a fault of its own',
    async token => {
      expect((await stack.run(['jwt', 'explain', token])).exitCode).toBe(10);
    },
  );

  it('never repeats the token', async () => {
    const token = sign({ audience: 'wrong' });
    for (const extra of [[], ['--json']]) {
      const run = await stack.run(['jwt', 'explain', token, ...extra]);
      expect(run.stdout + run.stderr).not.toContain(token.split('.')[2]);
    }
  });

  it.each([
    ['an empty token', ['jwt', 'explain', '-']],
    ['a file that is no JWKS', ['jwt', 'explain', 'x', '--jwks', 'stack.json']],
    ['a bad time', ['jwt', 'explain', 'x', '--at', 'noon']],
  ])('2 for %s', async (_, args) => expect((await stack.run(args)).exitCode).toBe(2));
});
