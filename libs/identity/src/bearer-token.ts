import { type Result, err, ok } from '@surety/kernel';

const AUTHORIZATION = 'authorization';
const BEARER = /^bearer +([^\s]+)$/i;

/**
 * The one bearer token of a request (RFC 6750 2.1, RFC 9110 11.4). In: the raw headers, name and value in turn, since Node
 * drops a repeated Authorization silently. Error: no header, more than one, another scheme, no token or several.
 */
export function bearerToken(rawHeaders: readonly string[]): Result<string, string> {
  let value: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (!isAuthorization(rawHeaders[at] ?? '')) continue;
    if (value !== undefined) return err('more than one Authorization header');
    value = rawHeaders[at + 1] ?? '';
  }
  if (value === undefined) return err('no Authorization header');
  const token = BEARER.exec(value)?.[1];
  return token === undefined ? err('not Bearer with one token') : ok(token);
}

function isAuthorization(name: string): boolean {
  return name.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION;
}
