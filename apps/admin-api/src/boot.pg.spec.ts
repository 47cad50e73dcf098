import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSettings } from '@surety/platform';
import { generateSigningJwk, publicPart } from '@surety/tokens';
import { AdminStack } from './admin-stack.test-kit';
import { bootAdminApi } from './boot';

describe('the admin API over HTTP', () => {
  let stack: AdminStack;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'surety-boot-'));
    stack = await AdminStack.start();
  });
  afterAll(async () => {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is alive and ready without a token', async () => {
    expect((await stack.send('GET', '/health/live', { token: null })).status).toBe(200);
    expect((await stack.send('GET', '/health/ready', { token: null })).body).toMatchObject({
      checks: { database: 'ok' },
    });
  });

  it('lists nothing at first, and names each answer by a Request-Id of its own', async () => {
    const headers = { 'request-id': 'from-the-caller' };
    const answer = await stack.call('GET', '/personal-agents', { headers });
    expect(answer.body).toEqual({ items: [], nextCursor: null });
    expect(answer.headers.get('request-id')).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    await stack.until(() =>
      Promise.resolve(stack.log.join('').includes(answer.headers.get('request-id') ?? '?')),
    );
  });

  const key = (name: string, content: unknown) => {
    const path = join(folder, name);
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  it.each<[string, () => Record<string, string>, RegExp]>([
    ['no database', () => ({}), /DATABASE_URL is required/],
    ['no admin key', () => ({ DATABASE_URL: stack.gate.url }), /SURETY_ADMIN_KEY_FILE is required/],
    ['an admin key that is not there', () => adminKey(join(folder, 'nothing')), /nothing: ENOENT/],
    [
      'an admin key that is no JSON',
      () => adminKey(key('text', 'secret text')),
      /must hold an EC P-256 private JWK/,
    ],
    [
      'a public admin key',
      () => adminKey(key('public', publicPart(stack.adminKey))),
      /must hold an EC P-256 private/,
    ],
    [
      'an RSA admin key',
      () => adminKey(key('rsa', generateSigningJwk('RS256').privateJwk)),
      /must hold an EC P-256/,
    ],
  ])('does not start with %s, and says why without the key', async (_, env, why) => {
    const settings = readSettings({ SURETY_PORT: '0', SURETY_LISTEN: '127.0.0.1', ...env() });
    const started = bootAdminApi(settings, false);
    await expect(started).rejects.toThrow(why);
    await expect(started).rejects.not.toThrow(/secret text/);
  });

  const adminKey = (path: string) => ({ DATABASE_URL: stack.gate.url, SURETY_ADMIN_KEY_FILE: path });
});
