import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { stackAddresses, stackServices } from './services.mjs';

const names = ['SURETY_DEPLOYMENT_KEY', 'SURETY_DEPLOYMENT_KEY_FILE'];
const before = names.map(name => [name, process.env[name]]);

afterEach(() => {
  for (const [name = '', value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

function stackOf() {
  const files = {
    deploymentKey: '/data/deployment.key',
    adminKey: '/data/a',
    personalAgentKey: '/data/p',
    sandboxUser: '/data/u',
    sandboxBrand: '/data/b',
  };
  const stack = { portBase: 4000, dataDir: '/data', databaseUrl: 'postgres://x', files };
  return { ...stack, addresses: stackAddresses(4000) };
}

/** The key file that each app is told of. @param {Record<string, string>} env */
function keyFiles(env) {
  for (const name of names) delete process.env[name];
  Object.assign(process.env, env);
  const services = stackServices(stackOf());
  return new Set(services.map(service => service.env.SURETY_DEPLOYMENT_KEY_FILE));
}

test('the Provider hands on to the authorization server, which believes nobody else about the source', () => {
  const files = stackServices(stackOf()).map(({ name, port, env }) => ({ name, port, env }));
  const of = (/** @type {string} */ name) => files.find(service => service.name === name);
  assert.equal(of('provider-api')?.env.SURETY_OAUTH_UPSTREAM, 'http://localhost:4006');
  assert.equal(of('authorization-server')?.port, 4006);
  assert.equal(of('authorization-server')?.env.SURETY_TRUSTED_PROXIES, '127.0.0.0/8,::1/128');
  assert.equal(of('authorization-server')?.env.SURETY_PUBLIC_URL, of('provider-api')?.env.SURETY_PUBLIC_URL);
});

test('the deployment key is that of the data folder', () => {
  assert.deepEqual(keyFiles({}), new Set(['/data/deployment.key']));
  assert.deepEqual(keyFiles({ SURETY_DEPLOYMENT_KEY: '' }), new Set(['/data/deployment.key']));
});

test('a deployment key or key file of the environment counts instead', () => {
  assert.deepEqual(keyFiles({ SURETY_DEPLOYMENT_KEY: 'x'.repeat(43) }), new Set([undefined]));
  assert.deepEqual(keyFiles({ SURETY_DEPLOYMENT_KEY_FILE: '/etc/key' }), new Set(['/etc/key']));
});
