import path from 'node:path';
import { stackAddresses } from './services.mjs';

/** An address without the password in it. @param {string} url */
function withoutPassword(url) {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** A word for a shell: quoted where it must be. @param {string} word */
const quoted = word => (/^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * The commands that get a first reply and then a first delegated one, typed in the checkout as it stands here.
 * @param {string} descriptorFile @param {boolean} isDefaultFolder
 */
export function nextCommands(descriptorFile, isDefaultFolder) {
  const stack = isDefaultFolder ? '' : ` --stack ${quoted(descriptorFile)}`;
  return {
    first: `npx surety send${stack} "Is my Friday flight on time?"`,
    login: `npx surety login${stack}`,
    delegated: `npx surety send${stack} --delegated "Where are my orders?"`,
  };
}

/**
 * What runs where, and what to do next.
 * @param {import('./stack.mjs').Stack} stack
 * @param {Awaited<ReturnType<import('./stack.mjs').Stack['start']>>} descriptor
 * @param {import('./options.mjs').StartOptions} options
 */
export function welcome(stack, descriptor, { portBase, ephemeral, isDefaultFolder }) {
  const shown = (/** @type {string} */ file) => path.relative(process.cwd(), file) || '.';
  const near = (/** @type {string} */ file) => (shown(file).startsWith('..') ? file : shown(file));
  const { provider, admin, sandbox, postgresPort } = stackAddresses(portBase);
  const { DATABASE_URL: ownDatabase, REDIS_URL: redis } = process.env;
  const database = ownDatabase
    ? withoutPassword(ownDatabase)
    : `127.0.0.1:${postgresPort}, address with password in ${near(stack.databaseUrlFile)}`;
  const delegated = descriptor.sandbox.delegatedBrand;
  const next = nextCommands(near(stack.descriptorFile.file), isDefaultFolder);
  const rows = [
    ['Provider', provider],
    ['Admin API', `${admin}/docs`],
    ['Sandbox', sandbox],
    ['PostgreSQL', database],
    ...(redis ? [['Redis', withoutPassword(redis)]] : []),
    ...[...descriptor.sandbox.brands, delegated].map(brand => [`Brand ${brand.name}`, brand.cardUrl]),
    ['Data', `${near(stack.dataDir)}${ephemeral ? ', removed at the stop' : ''}`],
    ['Logs', near(path.join(stack.dataDir, 'logs'))],
    ['Stack descriptor', near(stack.descriptorFile.file)],
  ];
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return [
    '',
    'Surety runs.',
    '',
    ...rows.map(([name = '', value]) => `  ${name.padEnd(width)}  ${value}`),
    '',
    'Next, in a second terminal:',
    '',
    `  ${next.first}`,
    '',
    `Then act for a User of ${delegated.name}; e-mail and password stand in the stack descriptor, sandbox.delegatedBrand.user:`,
    '',
    `  ${next.login}`,
    `  ${next.delegated}`,
    '',
    `Ctrl-C stops everything${ephemeral ? '' : '; the data stays'}.`,
    '',
  ].join('\n');
}
