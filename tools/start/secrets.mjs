import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/** @returns {typeof import('@surety/tokens')} of the build that was just made */
const tokens = () => createRequire(import.meta.url)('@surety/tokens');

/** @returns {typeof import('@surety/sandbox')} of the build that was just made */
const sandbox = () => createRequire(import.meta.url)('@surety/sandbox');

/**
 * A secret of the data folder, made at the first start, readable by its owner only. The folder is ours alone here;
 * the rename keeps a start that is killed from leaving an empty key.
 * @param {string} file @param {() => string} make
 */
function keep(file, make) {
  if (!existsSync(file)) {
    writeFileSync(`${file}.new`, make(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}

/** @param {string} file @returns {import('@surety/tokens').PrivateSigningJwk} */
function keepSigningKey(file) {
  const text = keep(file, () => `${JSON.stringify(tokens().generateSigningJwk('ES256').privateJwk)}\n`);
  return JSON.parse(text);
}

/** @param {string} file @returns {import('@surety/sandbox').DemoLogin} */
function keepDemoLogin(file) {
  return JSON.parse(keep(file, () => `${JSON.stringify(sandbox().makeDemoLogin())}\n`));
}

/**
 * The secrets of a stack: the deployment key (P24), the key of admin tokens, the demo personal agent's, and what the demo User
 * logs in with. `sandboxBrand` is no secret: the sandbox reads there how its Brand is registered.
 * @param {string} dataDir
 */
export function stackSecrets(dataDir) {
  const files = {
    deploymentKey: path.join(dataDir, 'deployment.key'),
    adminKey: path.join(dataDir, 'admin.key'),
    personalAgentKey: path.join(dataDir, 'personal-agent.key'),
    sandboxUser: path.join(dataDir, 'sandbox-user.json'),
    sandboxBrand: path.join(dataDir, 'sandbox-brand.json'),
  };
  keep(files.deploymentKey, () => `${randomBytes(32).toString('base64url')}\n`);
  return {
    files,
    adminKey: keepSigningKey(files.adminKey),
    personalAgentKey: keepSigningKey(files.personalAgentKey),
    sandboxUser: keepDemoLogin(files.sandboxUser),
  };
}

/** How long a token of the stack descriptor lives: the longest that is allowed. */
export const adminTokenSeconds = 12 * 3600;

/**
 * An owner's token for the admin API.
 * @param {import('@surety/tokens').PrivateSigningJwk} privateJwk
 * @param {string} audience origin of the admin API
 */
export function ownerToken(privateJwk, audience) {
  return tokens().mintAdminToken({
    privateJwk,
    audience,
    sub: 'npm-start',
    role: 'owner',
    nowMs: Date.now(),
    lifetimeSeconds: adminTokenSeconds,
  });
}
