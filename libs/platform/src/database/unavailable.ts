/** Faults of the network below the protocol, as Node names them. */
const NETWORK_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
]);

/** The server, or the way to it, is gone: the connection that reported one of these is of no use any more. */
const BROKEN_SQLSTATES = [/^08/, /^57P0[1-5]$/, /^25P03$/];

/** The server is there but cannot serve: no slots, memory or disk, timed out, demoted to a standby, not to be entered. */
const REFUSING_SQLSTATES = [/^53/, /^58/, /^57014$/, /^25006$/, /^28/, /^3D000$/];

/** What pg, pg-pool and TypeORM say without any code; the words are matched because there is nothing else. */
const BROKEN_MESSAGES = [
  /^Connection terminated/,
  /^Client has encountered a connection error/,
  /^Client was closed/,
  /^Query read timeout$/,
];
const REFUSING_MESSAGES = [
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Cannot use a pool after calling end on the pool$/,
  /^Driver not Connected$/,
  /^The server does not support SSL connections$/,
];

interface Fault {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
  readonly driverError?: unknown;
  readonly errors?: unknown;
}

/**
 * True when the store could not be asked at all, or could not answer (P37): connection refused, reset or terminated,
 * server starting, stopping, out of connections or disk, timed out. Callers answer INTERNAL or 503, never 401. False for
 * everything the server said about the statement itself. Looks through TypeORM's wrapping and `cause`.
 */
export function isUnavailable(error: unknown): boolean {
  return faultsOf(error).some(
    fault =>
      isBroken(fault) ||
      (typeof fault.code === 'string' &&
        REFUSING_SQLSTATES.some(pattern => pattern.test(String(fault.code)))) ||
      REFUSING_MESSAGES.some(pattern => pattern.test(String(fault.message))),
  );
}

/** True when the connection that reported `error` must be thrown away rather than go back to its pool. */
export function isConnectionBroken(error: unknown): boolean {
  return faultsOf(error).some(isBroken);
}

function isBroken(fault: Fault): boolean {
  const code = typeof fault.code === 'string' ? fault.code : '';
  return (
    NETWORK_CODES.has(code) ||
    BROKEN_SQLSTATES.some(pattern => pattern.test(code)) ||
    BROKEN_MESSAGES.some(pattern => pattern.test(String(fault.message)))
  );
}

/** The error, what it wraps, and the members of an aggregate (Node tries both address families), four levels deep. */
function faultsOf(error: unknown, depth = 4): Fault[] {
  if (depth === 0 || typeof error !== 'object' || error === null) return [];
  const fault: Fault = error;
  const inner = [fault.cause, fault.driverError, ...(Array.isArray(fault.errors) ? fault.errors : [])];
  return [fault, ...inner.flatMap(each => faultsOf(each, depth - 1))];
}
