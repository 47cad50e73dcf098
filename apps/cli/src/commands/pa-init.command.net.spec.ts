import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KeyObject, createPrivateKey, createPublicKey } from 'node:crypto';
import { FakeStack } from '../fake-stack.test-kit';

const modeOf = (file: string): number => statSync(file).mode & 0o777;
const publicText = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString();

describe('surety pa init', () => {
  let stack: FakeStack;
  let cwd: string;
  beforeAll(async () => void (stack = await FakeStack.start()));
  afterAll(() => stack.stop());
  beforeEach(() => void (cwd = mkdtempSync(join(tmpdir(), 'surety-init-'))));
  afterEach(() => rmSync(cwd, { recursive: true }));

  const init = (...args: string[]) =>
    stack.run(['pa', 'init', '--issuer', 'https://pa.example', ...args], { cwd, env: {} });

  it.each(['ES256', 'RS256'])('makes a %s key for its owner alone and the matching JWKS', async alg => {
    const run = await init('--alg', alg, '--json');
    const document = JSON.parse(run.stdout);
    expect(document).toMatchObject({
      issuer: 'https://pa.example',
      alg,
      jwksUri: 'https://pa.example/jwks.json',
      privateJwk: join(cwd, 'personal-agent', 'private.jwk.json'),
      jwks: join(cwd, 'personal-agent', 'jwks.json'),
    });
    const privateJwk = JSON.parse(readFileSync(document.privateJwk, 'utf8'));
    const { keys } = JSON.parse(readFileSync(document.jwks, 'utf8'));
    expect([modeOf(document.privateJwk), modeOf(document.jwks)]).toEqual([0o600, 0o600]);
    expect(modeOf(join(cwd, 'personal-agent'))).toBe(0o700);
    expect(keys).toEqual([expect.objectContaining({ kid: privateJwk.kid, alg, use: 'sig' })]);
    for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi']) expect(keys[0]).not.toHaveProperty(secret);
    const own = createPublicKey(createPrivateKey({ key: privateJwk, format: 'jwk' }));
    expect(publicText(createPublicKey({ key: keys[0], format: 'jwk' }))).toBe(publicText(own));
    expect(run.stdout).not.toContain(privateJwk.d);
  });

  it('prints what to do next', async () => {
    const { stdout } = await init('--out', 'my keys');
    expect(stdout).toContain(
      'surety pa add --name "My agent" --issuer https://pa.example --jwks-uri https://pa.example/jwks.json',
    );
    expect(stdout).toContain(`SURETY_PA_KEY='${join(cwd, 'my keys', 'private.jwk.json')}'`);
  });

  it('never overwrites a key', async () => {
    await init();
    const file = join(cwd, 'personal-agent', 'private.jwk.json');
    const before = readFileSync(file, 'utf8');
    expect(await init()).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('there already') });
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  it('--dry-run writes nothing', async () => {
    expect(JSON.parse((await init('--dry-run', '--json')).stdout)).toMatchObject({ dryRun: true });
    expect(() => statSync(join(cwd, 'personal-agent'))).toThrow('ENOENT');
  });

  it.each([['http://pa.example'], ['pa.example'], ['https://a:b@pa.example']])(
    '2 for the issuer %s',
    async issuer => {
      const run = await stack.run(['pa', 'init', '--issuer', issuer], { cwd, env: {} });
      expect(run.exitCode).toBe(2);
    },
  );

  it('its key signs what `pa serve` publishes', async () => {
    await init();
    const stop = new AbortController();
    const served: string[] = [];
    const running = stack.run(['pa', 'serve', '--port', '0', '--json'], {
      cwd,
      env: {},
      signal: stop.signal,
      stdout: { write: text => served.push(text) },
    });
    while (served.length === 0) await new Promise(resolve => setImmediate(resolve));
    const { jwksUri } = JSON.parse(served.join(''));
    const answer = await fetch(jwksUri, { headers: { connection: 'close' } });
    expect(await answer.text()).toBe(readFileSync(join(cwd, 'personal-agent', 'jwks.json'), 'utf8'));
    expect(
      (await fetch(new URL('/private.jwk.json', jwksUri).href, { headers: { connection: 'close' } })).status,
    ).toBe(404);
    stop.abort();
    expect((await running).exitCode).toBe(0);
  });
});
