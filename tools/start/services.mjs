/**
 * One app of the stack: a process of its own, as in production.
 * @typedef {object} Service
 * @property {string} name of the folder under apps/
 * @property {number} port
 * @property {Record<string, string>} env what it needs besides our own environment
 */

const authorizationServerOffset = 6;

/** The Provider, which hands on to the authorization server, reaches it from here: it alone may say where a request came from. */
const loopback = '127.0.0.0/8,::1/128';

/**
 * Where everything of a stack listens.
 * @param {number} portBase
 */
export function stackAddresses(portBase) {
  const at = (/** @type {number} */ offset) => `http://localhost:${portBase + offset}`;
  return {
    provider: process.env.SURETY_PUBLIC_URL || at(0),
    /** Its own port, behind the public origin that it shares with the Provider. */
    authorizationServer: at(authorizationServerOffset),
    admin: at(1),
    sandbox: at(4),
    postgresPort: portBase + 5,
  };
}

/**
 * The apps that run, in the order in which they stop: those that take messages first.
 * @param {object} stack
 * @param {number} stack.portBase
 * @param {string} stack.dataDir
 * @param {string} stack.databaseUrl
 * @param {ReturnType<typeof stackAddresses>} stack.addresses
 * @param {ReturnType<typeof import('./secrets.mjs').stackSecrets>['files']} stack.files
 * @returns {Service[]}
 */
export function stackServices({ portBase, dataDir, databaseUrl, addresses, files }) {
  const env = {
    SURETY_DATA_DIR: dataDir,
    SURETY_PUBLIC_URL: addresses.provider,
    ...deploymentKeyOf(files.deploymentKey),
    SURETY_ALLOW_LOOPBACK_HTTP: process.env.SURETY_ALLOW_LOOPBACK_HTTP || 'true',
    // No load balancer stands before a local stack that would have to see the readiness change first.
    SURETY_DRAIN_SECONDS: process.env.SURETY_DRAIN_SECONDS || '0',
    DATABASE_URL: databaseUrl,
  };
  const admin = { SURETY_ADMIN_URL: addresses.admin, SURETY_ADMIN_KEY_FILE: files.adminKey };
  const sandbox = {
    SURETY_SANDBOX_URL: addresses.sandbox,
    SURETY_SANDBOX_KEY_FILE: files.personalAgentKey,
    SURETY_SANDBOX_USER_FILE: files.sandboxUser,
    SURETY_SANDBOX_BRAND_FILE: files.sandboxBrand,
  };
  const provider = { SURETY_OAUTH_UPSTREAM: addresses.authorizationServer };
  const authorizationServer = { SURETY_TRUSTED_PROXIES: loopback };
  return [
    { name: 'provider-api', port: portBase, env: { ...env, ...provider } },
    {
      name: 'authorization-server',
      port: portBase + authorizationServerOffset,
      env: { ...env, ...authorizationServer },
    },
    { name: 'admin-api', port: portBase + 1, env: { ...env, ...admin } },
    { name: 'sandbox', port: portBase + 4, env: { ...env, ...sandbox } },
  ];
}

/** The key of the data folder, unless the environment brings one: the two variables exclude each other. @param {string} file @returns {Record<string, string>} */
function deploymentKeyOf(file) {
  const { SURETY_DEPLOYMENT_KEY: key, SURETY_DEPLOYMENT_KEY_FILE: named } = process.env;
  return key ? {} : { SURETY_DEPLOYMENT_KEY_FILE: named || file };
}
