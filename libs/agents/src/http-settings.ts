import { LIMITS } from '@surety/kernel';
import { type ConfigFaults, join } from './config-faults';

const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible ASCII with blanks inside, since RFC 9110 5.5 leaves other octets without a meaning. */
const FIELD_VALUE = /^[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?$/;
const HEADER_VALUE_BYTES = { min: 1, max: LIMITS.webhookHeaderValueBytes };

/** Whether a header is one that the Provider sets, in any letter case. */
export type IsReserved = (name: string) => boolean;

/** The address of a Brand's endpoint as it was written: absolute, no credentials, no fragment; whether it may be called is P25's. */
export function readUrl(value: unknown, path: string, faults: ConfigFaults): string | undefined {
  const text = faults.text(value, path, { min: 1, max: LIMITS.webhookUrlBytes });
  if (text === undefined) return undefined;
  if (!URL.canParse(text)) return faults.add(path, 'url', 'must be an absolute URL');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return faults.add(path, 'url', 'must be an https address');
  }
  if (url.username !== '' || url.password !== '' || text.includes('#')) {
    return faults.add(path, 'url', 'must hold neither credentials nor a fragment');
  }
  return text;
}

/** Secret headers of a Brand's endpoint; values in clear, and never in a fault's message. */
export function readHeaders(
  value: unknown,
  path: string,
  isReserved: IsReserved,
  faults: ConfigFaults,
): Record<string, string> | undefined {
  const members = value === undefined ? {} : faults.map(value, path);
  if (members === undefined) return undefined;
  const names = Object.keys(members);
  if (names.length > LIMITS.webhookHeaders) {
    return faults.add(path, 'count', `must have at most ${LIMITS.webhookHeaders} members`);
  }
  const seen = new Set<string>();
  const headers = names.map(name => {
    const at = join(path, name);
    const repeated = seen.has(name.toLowerCase());
    seen.add(name.toLowerCase());
    if (repeated) return faults.add(at, 'repeated_header', 'stands here twice');
    if (readHeaderName(name, at, isReserved, faults) === undefined) return undefined;
    const text = readHeaderValue(members[name], at, faults);
    return text === undefined ? undefined : ([name, text] as const);
  });
  if (headers.includes(undefined)) return undefined;
  return Object.fromEntries(headers.filter(header => header !== undefined));
}

/** A header name that a Brand may set. */
export function readHeaderName(
  name: string,
  path: string,
  isReserved: IsReserved,
  faults: ConfigFaults,
): string | undefined {
  if (name.length > LIMITS.webhookHeaderNameCharacters || !FIELD_NAME.test(name)) {
    return faults.add(path, 'name', 'is no header name');
  }
  if (isReserved(name)) return faults.add(path, 'reserved_header', 'is a header that the Provider sets');
  return name;
}

/** What may stand in a header, `max` in bytes. */
export function readHeaderValue(
  value: unknown,
  path: string,
  faults: ConfigFaults,
  max: number = HEADER_VALUE_BYTES.max,
): string | undefined {
  const text = faults.text(value, path, { ...HEADER_VALUE_BYTES, max });
  if (text === undefined || FIELD_VALUE.test(text)) return text;
  return faults.add(path, 'characters', 'must be visible ASCII without blanks at its ends');
}
