/** Members whose values never reach a log, whatever their depth; compared in lower case without `-` and `_`. */
const SECRET_MEMBERS = new Set([
  'apikey',
  'assertion',
  'authorization',
  'cookie',
  'databaseurl',
  'deploymentkey',
  'devicecode',
  'idempotencykey',
  'jwt',
  'password',
  'privatejwk',
  'redisurl',
  'refreshtoken',
  'secret',
  'session',
  'setcookie',
  'suretysignature',
  'text',
  'token',
  'accesstoken',
  'usercode',
  'xa2auserdelegation',
]);
const DEPTH_MAX = 6;
const ITEMS_MAX = 100;
const HIDDEN = '[redacted]';

/**
 * Secrets inside longer text: a compact JWS or JWE, a bearer credential, the password of a connection URL. Runs of words are
 * matched from their start only: a match that could begin anywhere inside costs the square of the run's length.
 */
const SECRET_TEXT: readonly (readonly [RegExp, string | ((run: string) => string)])[] = [
  [/(?<![\w-])[\w-]+\.[\w-]*\.[\w.-]*/g, hideJose],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 [redacted]'],
  [/(?<![a-z0-9+.-])([a-z0-9+.-]+:\/\/[^\s/:@]*):[^\s/@]+@/gi, '$1:[redacted]@'],
  [/\b(dc|rt)_[\w-]{20,}/g, '$1_[redacted]'],
];

/** `text` with every secret of a known shape replaced. */
export function redactText(text: string): string {
  return SECRET_TEXT.reduce(
    (clean, [pattern, by]) =>
      typeof by === 'string' ? clean.replace(pattern, by) : clean.replace(pattern, by),
    text,
  );
}

/** A run of dotted words from where a JWS or JWE begins in it: three parts at least, the first a JSON object. */
function hideJose(run: string): string {
  const start = run.search(/\beyJ[\w-]{4}/);
  const isJose = start >= 0 && run.slice(start).split('.', 3).length === 3;
  return isJose ? `${run.slice(0, start)}[jws]` : run;
}

/**
 * A copy of what is about to be logged, without secrets: members by name, texts by shape, errors as plain objects.
 * Deeper than six levels, or past 100 items, the rest is left out.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (ArrayBuffer.isView(value)) return '[bytes]';
  if (depth >= DEPTH_MAX) return '[deep]';
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map(item => redact(item, depth + 1));
  const members = value instanceof Error ? errorMembers(value) : Object.entries(value);
  const clean = members
    .slice(0, ITEMS_MAX)
    .map(([name, member]) => [name, redactMember(name, member, depth)]);
  return Object.fromEntries(clean);
}

function redactMember(name: string, member: unknown, depth: number): unknown {
  if (SECRET_MEMBERS.has(name.toLowerCase().replace(/[-_]/g, '')) && member !== undefined) return HIDDEN;
  return redact(member, depth + 1);
}

/** What an error says, with its own members such as `code` and `detail`, and what caused it. */
function errorMembers(error: Error): [string, unknown][] {
  const own = Object.entries(error).filter(([name]) => name !== 'parameters' && name !== 'query');
  const members: [string, unknown][] = [
    ['type', error.name],
    ['message', error.message],
    ['stack', error.stack],
  ];
  if (error.cause !== undefined) members.push(['cause', error.cause]);
  return [...members, ...own];
}
