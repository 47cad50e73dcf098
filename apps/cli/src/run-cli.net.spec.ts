import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { cliReference } from './cli-reference';
import { EXIT, FAILURES } from './exit-codes';
import { FakeStack } from './fake-stack.test-kit';
import { buildProgram } from './program';

describe('the command line as a whole', () => {
  let stack: FakeStack;
  let program: Command;
  beforeAll(async () => {
    stack = await FakeStack.start();
    await stack.run([], { stdin: process.stdin });
  });
  afterAll(() => stack.stop());
  beforeEach(() => {
    const sink = { write: () => true };
    program = buildProgram(
      {
        env: {},
        cwd: '/',
        stdin: process.stdin,
        stdout: sink,
        stderr: sink,
        clock: { nowMs: () => 0 },
        fetch: () => Promise.reject(new Error('no network')),
        signal: new AbortController().signal,
      },
      '1.2.3',
    );
  });

  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);

  it('has exactly the published commands', () => {
    const names = leaves(program).map(command => {
      const parent = command.parent?.parent ? `${command.parent.name()} ` : '';
      return parent + command.name();
    });
    expect(names).toEqual([
      'card',
      'send',
      'chat',
      'login',
      'grants list',
      'grants revoke',
      'receipt verify',
      'jwt explain',
      'pa init',
      'pa serve',
      'pa add',
      'pa list',
      'pa show',
      'pa enable',
      'pa disable',
      'brand add',
      'brand list',
      'brand show',
      'brand close',
      'conversations list',
      'conversations show',
      'conversations close',
    ]);
  });

  it('docs/reference/cli.md is what `npx nx run cli:reference` writes now', () => {
    const page = readFileSync(join(__dirname, '../../../docs/reference/cli.md'), 'utf8');
    expect(page).toBe(cliReference(program));
  });

  it('every command that changes something offers --dry-run', () => {
    const changing = /^(add|enable|disable|close|init|revoke)$/;
    for (const command of leaves(program).filter(leaf => changing.test(leaf.name()))) {
      expect([command.name(), command.options.map(option => option.long)]).toEqual([
        command.name(),
        expect.arrayContaining(['--dry-run']),
      ]);
    }
  });

  it('every failure has a documented exit code, a cause and a cure', () => {
    for (const [code, failure] of Object.entries(FAILURES)) {
      expect(Object.values(EXIT)).toContain(failure.exit);
      expect([code, failure.cause.length > 5, failure.cure.length > 5]).toEqual([code, true, true]);
    }
  });

  it('--help and --version are no failures; no command at all is one', async () => {
    expect(await stack.run(['--version'])).toEqual({ exitCode: 0, stdout: '9.9.9\n', stderr: '' });
    expect(await stack.run(['send', '--help'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Examples:'),
    });
    expect(await stack.run([])).toMatchObject({
      exitCode: 2,
      stdout: '',
      stderr: expect.stringContaining('Commands:'),
    });
    expect(await stack.run(['snd'])).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('Did you mean send'),
    });
  });

  describe('the stack descriptor', () => {
    let folder: string;
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'surety-stack-'));
      mkdirSync(join(folder, '.surety'));
      mkdirSync(join(folder, 'a', 'b'), { recursive: true });
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    const runBelow = (text: string) => {
      writeFileSync(join(folder, '.surety', 'stack.json'), text);
      return stack.run(['card', '--json'], { env: {}, cwd: join(folder, 'a', 'b') });
    };

    it('is found in a folder above', async () => {
      expect(await runBelow(JSON.stringify(stack.descriptor()))).toMatchObject({ exitCode: 0 });
    });

    it('may have members that this version does not know', async () => {
      expect(await runBelow(JSON.stringify({ ...stack.descriptor(), facilitator: {} }))).toMatchObject({
        exitCode: 0,
      });
    });

    it.each(['', '{', '[]', 'null', '{}', '{"version":2}'])(
      '%j is a usage error that names the file',
      async text => {
        const run = await runBelow(text);
        expect(run.exitCode).toBe(2);
        expect(JSON.parse(run.stderr).error.message).toContain(join(folder, '.surety', 'stack.json'));
      },
    );

    it('--stack wins over SURETY_STACK', async () => {
      const run = await stack.run(['card', '--stack', join(stack.folder, 'stack.json')], {
        env: { SURETY_STACK: '/nowhere' },
      });
      expect(run.exitCode).toBe(0);
    });
  });

  describe('colours', () => {
    const failing = ['card', 'http://127.0.0.1:1/'];
    const terminal = () => {
      const errors: string[] = [];
      return { errors, stderr: { write: (text: string) => errors.push(text), isTTY: true } };
    };

    it('are shown on a terminal only', async () => {
      const { errors, stderr } = terminal();
      await stack.run(failing, { env: {}, stderr });
      expect(errors.join('')).toContain('\u001b[31m');
      expect((await stack.run(failing, { env: {} })).stderr).not.toContain('\u001b');
    });

    it.each([
      ['NO_COLOR', { NO_COLOR: '1' }, failing],
      ['--json', {}, [...failing, '--json']],
    ])('never with %s', async (_, env, args) => {
      const { errors, stderr } = terminal();
      await stack.run(args, { env, stderr });
      expect(errors.join('')).not.toContain('\u001b');
    });
  });

  it('an unexpected fault is one line, and its stack only with SURETY_DEBUG', async () => {
    const fetch = () => Promise.reject(new RangeError('broken inside'));
    const env = { SURETY_CARD_URL: 'https://brand.example/card' };
    const run = await stack.run(['card'], { env, fetch, cwd: '/' });
    expect(run).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(/^surety: broken inside\n {2}cure: /),
    });
    expect(run.stderr).not.toContain(' at ');
    const debug = await stack.run(['card'], { env: { ...env, SURETY_DEBUG: '1' }, fetch, cwd: '/' });
    expect(debug.stderr).toContain(' at ');
  });
});
