import type { IncomingMessage } from 'node:http';
import { type Result, err, ok } from '@surety/kernel';
import { headerValues } from '../message/header-values';

const DELEGATION_HEADER = 'x-a2a-user-delegation';
const BEARER = /^bearer +([^\s]+)$/i;

/**
 * The delegation token of a request (PACT 5.5, PACT wire 1). In: the raw request. Out: undefined when the header is absent, which
 * makes an identity turn. Error: an empty or repeated header, another scheme, no token or several.
 */
export function delegationToken(request: IncomingMessage): Result<string | undefined, string> {
  const values = headerValues(request, DELEGATION_HEADER);
  if (values === undefined) return ok(undefined);
  const [value, ...more] = values;
  if (value === undefined || more.length > 0) return err('not exactly one delegation header');
  const token = BEARER.exec(value)?.[1];
  return token === undefined ? err('not Bearer with one token') : ok(token);
}
