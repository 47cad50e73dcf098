import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AdminApi } from '../stack/admin-api';
import { readStack } from '../stack/stack-descriptor';
import { until } from '../stack/until';
import { type SuretyRun, runSurety } from '../surety-process';
import { GuideProgram, SURETY } from './guide-program';

/** docs/guides/personal-agent.md, step by step, as a reader types it. */
describe('the guide for a personal-agent developer', () => {
  const issuer = `http://localhost:4010/${randomUUID()}`;
  let folder: string;
  let jwksHost: GuideProgram | undefined;
  let identity: Record<string, string>;

  const surety = (words: readonly string[], env: Record<string, string> = {}): Promise<SuretyRun> =>
    runSurety(words, { cwd: folder, env: { SURETY_STACK: process.env.SURETY_STACK ?? '', ...env } });
  const json = async (...words: string[]): Promise<Record<string, unknown>> => {
    const { stdout, stderr, exitCode } = await surety([...words, '--json']);
    if (exitCode !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Record<string, unknown>;
  };
  const serve = async (): Promise<string> => {
    await jwksHost?.stop();
    jwksHost = GuideProgram.start(SURETY, ['pa', 'serve', '--dir', join(folder, 'pa'), '--port', port], {});
    const [, address = ''] = await jwksHost.says(/serving (\S+)/);
    port = new URL(address).port;
    return address;
  };
  let port = '0';

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surety-guide-'));
    await json('pa', 'init', '--issuer', issuer, '--out', 'pa');
    const { audience } = await json(
      ...['pa', 'add', '--name', 'My agent', '--issuer', issuer],
      ...['--jwks-uri', await serve()],
    );
    const key = join(folder, 'pa', 'private.jwk.json');
    identity = {
      SURETY_PA_ISSUER: issuer,
      SURETY_PA_KEY: key,
      SURETY_PA_SUB: 'user-1',
      SURETY_PA_AUDIENCE: String(audience),
    };
    await until(async () => (await surety(['send', 'Hello'], identity)).exitCode === 0);
  });
  afterAll(async () => {
    await jwksHost?.stop();
    rmSync(folder, { recursive: true });
  });

  it('steps 1 to 3: makes files for one pair of eyes, and the Provider fetches the key', async () => {
    for (const file of ['private.jwk.json', 'jwks.json']) {
      expect(statSync(join(folder, 'pa', file)).mode & 0o777).toBe(0o600);
    }
    const { keys } = await json('pa', 'show', issuer);
    const jwks = JSON.parse(readFileSync(join(folder, 'pa', 'jwks.json'), 'utf8')) as {
      keys: { kid: string }[];
    };
    expect(keys).toMatchObject({ kids: [jwks.keys[0]?.kid], error: null });
  });

  it('steps 4 and 9: sends a message, and meets a closed conversation', async () => {
    const said = await surety(['send', 'Is my Friday flight on time?'], identity);
    expect(said.stdout).toContain('What is your booking code?');
    const context = /context: (\S+)/.exec(said.stderr)?.[1] ?? '';
    expect((await surety(['send', 'goodbye', '--context', context], identity)).exitCode).toBe(0);
    const late = await surety(['send', 'Hello', '--context', context, '--json'], identity);
    expect(late.exitCode).toBe(5);
    expect(JSON.parse(late.stderr)).toMatchObject({ error: { reason: 'UNSUPPORTED_OPERATION' } });
  });

  it('step 5: the program with the library goes on after the conversation was closed', async () => {
    const { cardUrl } = readStack().sandbox.brands[0];
    const texts = ['Is my Friday flight on time?', 'ABC123', 'goodbye', 'Hello'];
    const program = GuideProgram.start(
      'e2e/dist/guides/first-message.js',
      [cardUrl, 'user-1', ...texts],
      identity,
    );
    expect(await program.ended()).toBe(0);
    const lines = program.output.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toContain('Booking ABC123');
    expect(lines[3]).toContain('Hello, this is Windrow Air.');
  });

  const signToken = async (env: Record<string, string>): Promise<string> => {
    const signer = GuideProgram.start('e2e/src/guides/sign-token.mjs', [], env);
    expect(await signer.ended()).toBe(0);
    return signer.output.trim();
  };

  it('steps 6 and 8: a token signed by hand gets a reply, and the same one again under its key', async () => {
    const headers = {
      authorization: `Bearer ${await signToken(identity)}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const message = {
      messageId: 'm-1',
      role: 'ROLE_USER',
      parts: [{ text: 'Is my Friday flight on time?' }],
    };
    const send = async () => {
      const url = `${readStack().sandbox.brands[0].interfaceUrl}/message:send`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ message }) });
      expect(answer.headers.get('content-type')).toBe('application/a2a+json');
      return answer.text();
    };
    const first = await send();
    expect(JSON.parse(first)).toMatchObject({ message: { role: 'ROLE_AGENT', parts: [{}] } });
    expect(await send()).toBe(first);
  });

  it('step 11: explains a token that passes, and one that does not', async () => {
    const good = await signToken(identity);
    expect((await surety(['jwt', 'explain', good], identity)).stdout).toContain('verdict: pass');
    const bad = await signToken({ ...identity, SURETY_PA_AUDIENCE: 'wrong' });
    const explained = await surety(['jwt', 'explain', bad], identity);
    expect(explained.exitCode).toBe(10);
    expect(explained.stdout).toMatch(/^fail +audience +PACT 3\.2/m);
  });

  it('says no to personal data as sub', async () => {
    const { exitCode } = await surety(['send', 'Hello', '--sub', 'jane@example.com'], identity);
    expect(exitCode).toBe(2);
  });

  it('step 12: rotates the key: published first, then used, the old one removed last', async () => {
    const read = (name: string) =>
      JSON.parse(readFileSync(join(folder, name, 'jwks.json'), 'utf8')) as { keys: { kid: string }[] };
    await json('pa', 'init', '--issuer', issuer, '--out', 'next');
    const both = [...read('pa').keys, ...read('next').keys];
    writeFileSync(join(folder, 'pa', 'jwks.json'), JSON.stringify({ keys: both }));
    await serve();
    const next = { ...identity, SURETY_PA_KEY: join(folder, 'next', 'private.jwk.json') };
    expect((await surety(['send', 'Hello'], next)).exitCode).toBe(0);
    const { id } = await json('pa', 'show', issuer);
    await until(async () => {
      const shown = await new AdminApi().call<{ keys: { kids: string[] } }>(
        'GET',
        `/personal-agents/${String(id)}`,
      );
      return shown.keys.kids.length === 2;
    });
    expect((await surety(['send', 'Hello'], identity)).exitCode).toBe(0);
  });
});
