/** Headers that belong to one connection (RFC 9110 7.6.1), and the one expectation that Node has met already. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** What we say ourselves: our own view of the source alone, so that nobody upstream believes what a caller wrote (P17). */
const OURS = new Set(['host', 'forwarded', 'x-forwarded-for']);

/**
 * The headers of a request as they go on to the authorization server: every other line as it came, in order and as often, since a
 * repeated one has a meaning there. In: raw headers, name and value in turn; the upstream's host; the source by our own rules.
 */
export function forwardedRequestHeaders(
  rawHeaders: readonly string[],
  upstreamHost: string,
  source: string,
): string[] {
  const kept = endToEnd(rawHeaders, name => !OURS.has(name));
  return ['Host', upstreamHost, ...kept, 'X-Forwarded-For', source];
}

/** The headers of an answer as they go back to the caller. */
export function forwardedAnswerHeaders(rawHeaders: readonly string[]): string[] {
  return endToEnd(rawHeaders, () => true);
}

function endToEnd(rawHeaders: readonly string[], wanted: (name: string) => boolean): string[] {
  const named = connectionOptions(rawHeaders);
  const kept: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [sent = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    const name = sent.toLowerCase();
    if (!HOP_BY_HOP.has(name) && !named.has(name) && wanted(name)) kept.push(sent, value);
  }
  return kept;
}

/** What the header Connection names is of this connection too; the length of a body is not its to take away. */
function connectionOptions(rawHeaders: readonly string[]): ReadonlySet<string> {
  const options = new Set<string>();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== 'connection') continue;
    for (const option of (rawHeaders[at + 1] ?? '').split(',')) options.add(option.trim().toLowerCase());
  }
  options.delete('content-length');
  return options;
}
