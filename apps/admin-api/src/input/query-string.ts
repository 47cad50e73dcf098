import { err, ok, type Result } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';
import { forbiddenText } from './json-body';

/** The longest query string that is looked at, in characters. */
const QUERY_CHARACTERS_MAX = 8_192;

/**
 * Reads the query of a URL. In: the request target as sent. Out: each parameter once, or the first fault: too long,
 * a broken escape, a repeated parameter, NUL.
 */
export function parseQuery(url: string): Result<Record<string, string>, FieldFault> {
  const mark = url.indexOf('?');
  const text = mark < 0 ? '' : url.slice(mark + 1);
  if (text.length > QUERY_CHARACTERS_MAX) return err(queryFault('', 'too_long', 'The query is too long.'));
  if (!decodes(text)) return err(queryFault('', 'bad_escape', 'The query has a broken percent escape.'));
  const values = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(text)) {
    const forbidden = forbiddenText(name, '') ?? forbiddenText(value, name);
    if (forbidden !== undefined) return err(forbidden);
    if (name === '__proto__') return err(queryFault(name, 'unknown_member', 'There is no such parameter.'));
    if (values.has(name)) return err(queryFault(name, 'repeated', 'The parameter may be given only once.'));
    values.set(name, value);
  }
  return ok(Object.fromEntries(values));
}

function decodes(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

function queryFault(path: string, code: string, message: string): FieldFault {
  return { path, code, message };
}
