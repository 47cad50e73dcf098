import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningApp } from '@surety/platform';
import {
  type PrivateSigningJwk,
  generateSigningJwk,
  parsePaJwt,
  readJwks,
  signPaJwt,
  verifyPaJwt,
} from '@surety/tokens';
import { bootSandbox } from './boot';
import { sandboxSeed } from './seed/sandbox-seed';

const SANDBOX = 'https://sandbox.example';

describe('sandbox app', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'surety-sandbox-'));
  const keyFile = join(dataDir, 'personal-agent.key');
  let app: RunningApp;

  const boot = (more: Record<string, string> = {}) =>
    bootSandbox({
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_DATA_DIR: dataDir,
      SURETY_SANDBOX_URL: SANDBOX,
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'fatal',
      ...more,
    });
  const get = async (path: string, at = app) => {
    const response = await fetch(`${at.origins[0]}${path}`);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  beforeAll(async () => {
    app = await boot();
  });
  afterAll(async () => {
    await app.stop();
    rmSync(dataDir, { recursive: true });
  });

  it('keeps its private key in the data folder, for its owner alone', async () => {
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const again = await boot();
    expect((await get('/.well-known/jwks.json', again)).text).toBe(
      (await get('/.well-known/jwks.json')).text,
    );
    await again.stop();
  });

  it('serves the key that a setting names', async () => {
    const { privateJwk, publicJwk } = generateSigningJwk('ES256');
    const other = join(dataDir, 'other.key');
    writeFileSync(other, JSON.stringify(privateJwk), { mode: 0o600 });
    const named = await boot({ SURETY_SANDBOX_KEY_FILE: other });
    expect(JSON.parse((await get('/.well-known/jwks.json', named)).text)).toEqual({ keys: [publicJwk] });
    await named.stop();
  });

  it.each([sandboxSeed(SANDBOX).personalAgent, sandboxSeed(SANDBOX).disabledPersonalAgent])(
    'publishes keys that verify what $issuer signs, found by registration and by discovery (PACT 3.1)',
    async ({ issuer, jwksUri }) => {
      const path = (url: string) => url.slice(SANDBOX.length);
      const discovered = await get(`${path(issuer)}/.well-known/openid-configuration`);
      expect(JSON.parse(discovered.text)).toMatchObject({ issuer, jwks_uri: jwksUri });
      const answer = await get(path(jwksUri));
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(answer.text).not.toContain('"d"');
      const keys = readJwks(answer.text);
      const privateJwk = JSON.parse(readFileSync(keyFile, 'utf8')) as PrivateSigningJwk;
      const nowMs = Date.now();
      const token = parsePaJwt(signPaJwt({ privateJwk, issuer, audience: 'aud-1', sub: 'user-1', nowMs }));
      const verified =
        token.ok && keys.ok && verifyPaJwt(token.value, keys.value, { issuer, audience: 'aud-1' }, nowMs);
      expect(verified).toMatchObject({ ok: true, value: { issuer, sub: 'user-1' } });
    },
  );

  it('answers a health check and nothing else', async () => {
    expect((await get('/health/live')).status).toBe(200);
    expect((await get('/health/ready')).status).toBe(200);
    expect((await get('/')).status).toBe(404);
    expect((await get('/personal-agent.key')).status).toBe(404);
  });

  it('says which file it cannot read and shows none of it', async () => {
    const directory = boot({ SURETY_SANDBOX_KEY_FILE: dataDir });
    await expect(directory).rejects.toThrow(`cannot read the key file ${dataDir}`);
  });
});
