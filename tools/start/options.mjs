import path from 'node:path';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} StartOptions
 * @property {number} portBase
 * @property {string | undefined} dataDir absolute; undefined = a temporary one
 * @property {boolean} ephemeral
 * @property {boolean} isDefaultFolder whether tools find this stack without being told where it is
 */

/** The options cannot be used; the message says which and why. */
export class UsageError extends Error {}

export const defaultDataDir = '.surety';
const lastOffset = 6;

export const help = `npm start [-- options]

Installs and builds what is missing, then runs the whole of Surety on this machine.

  --port-base N    first of seven ports: N Provider, N+1 admin API, N+4 sandbox, N+5 PostgreSQL,
                   N+6 authorization server (default 4000)
  --data-dir DIR   where data, keys and logs are kept (default ${defaultDataDir})
  --ephemeral      keep nothing: a temporary folder, or DIR if it does not exist yet, removed at the stop
  --help           this page

  DATABASE_URL     a PostgreSQL 15 to 18 to use instead of the embedded one
  REDIS_URL        a Redis to count rate limits in, instead of PostgreSQL
`;

/** @param {string} text */
function readPortBase(text) {
  const base = /^\d{1,5}$/.test(text) ? Number(text) : NaN;
  if (base >= 1 && base + lastOffset <= 65_535) return base;
  throw new UsageError(
    `--port-base must be a number from 1 to ${65_535 - lastOffset}, not ${JSON.stringify(text)}.`,
  );
}

/**
 * @param {string[]} words of the command line
 * @param {string} cwd
 * @returns {StartOptions | 'help'}
 * @throws {UsageError}
 */
export function readOptions(words, cwd) {
  const options = /** @type {const} */ ({
    'port-base': { type: 'string', default: '4000' },
    'data-dir': { type: 'string' },
    ephemeral: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  });
  try {
    const { values } = parseArgs({ args: words, options, strict: true, allowPositionals: false });
    if (values.help) return 'help';
    const named = values['data-dir'] ?? (values.ephemeral ? undefined : defaultDataDir);
    if (named === '') throw new UsageError('--data-dir must name a folder.');
    const dataDir = named === undefined ? undefined : path.resolve(cwd, named);
    return {
      portBase: readPortBase(values['port-base']),
      dataDir,
      ephemeral: values.ephemeral,
      isDefaultFolder: dataDir === path.resolve(cwd, defaultDataDir),
    };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code?.startsWith('ERR_PARSE_ARGS')) throw new UsageError(/** @type {Error} */ (error).message);
    throw error;
  }
}
