import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { mock, test } from 'node:test';
import { StackDescriptorFile, describeStack } from './stack-descriptor.mjs';

const hour = 3_600_000;

const brand = {
  id: '01J',
  name: 'B',
  cardUrl: 'http://localhost:4000/c',
  interfaceUrl: 'http://localhost:4000/i',
  version: 1,
};
const personalAgent = {
  issuer: 'http://localhost:4004',
  jwksUri: 'http://localhost:4004/j',
  audience: 'aud',
  enabled: true,
};
const key = {
  ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }),
  kid: 'k',
  alg: 'ES256',
};

const descriptor = describeStack({
  addresses: {
    provider: 'http://localhost:4000',
    authorizationServer: 'http://localhost:4006',
    admin: 'http://localhost:4001',
    sandbox: 'http://localhost:4004',
    postgresPort: 4005,
  },
  seeded: {
    brands: [brand, brand],
    delegatedBrand: brand,
    personalAgent,
    disabledPersonalAgent: { issuer: 'http://localhost:4004/disabled-pa' },
  },
  personalAgentKey: key,
  sandboxUser: { email: 'u@b.example', password: 'p' },
});

test('the admin token of stack.json is renewed before it ends, and the file goes with the stack', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'surety-descriptor-'));
  mock.timers.enable({ apis: ['setInterval', 'Date'], now: Date.parse('2026-01-01T00:00:00Z') });
  try {
    writeFileSync(path.join(folder, 'stack.json'), 'of a stack that was killed');
    const file = new StackDescriptorFile(folder);
    assert.equal(existsSync(file.file), false);
    file.publish(descriptor, key);
    const tokenNow = () => JSON.parse(readFileSync(file.file, 'utf8')).admin.token;
    const first = tokenNow();
    mock.timers.tick(10 * hour);
    assert.equal(tokenNow(), first);
    mock.timers.tick(1.5 * hour);
    const { exp } = JSON.parse(Buffer.from(tokenNow().split('.')[1], 'base64url').toString());
    assert.ok(
      exp * 1000 - Date.now() > 11 * hour,
      'a fresh token stands in the file before the old one ends',
    );
    assert.deepEqual(readdirSync(folder), ['stack.json'], 'no draft is left');
    file.remove();
    assert.equal(existsSync(file.file), false);
  } finally {
    mock.timers.reset();
    rmSync(folder, { recursive: true });
  }
});

test('the descriptor names what scripts may rely on and nothing else of an object', () => {
  assert.deepEqual(Object.keys(descriptor.sandbox.brands[0] ?? {}), [
    'id',
    'name',
    'cardUrl',
    'interfaceUrl',
  ]);
  assert.deepEqual(Object.keys(descriptor.sandbox.personalAgent), [
    'issuer',
    'jwksUri',
    'audience',
    'privateJwk',
  ]);
  assert.deepEqual(Object.keys(descriptor), [
    'version',
    'provider',
    'authorizationServer',
    'admin',
    'sandbox',
  ]);
  assert.equal(descriptor.authorizationServer.url, descriptor.provider.url);
});
