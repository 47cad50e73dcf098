import { isLoopbackHost, LIMITS } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';

/** Visible ASCII without backslash: what `URL` reads without repairing it first. */
const WRITTEN_AS_READ = /^[\x21-\x5b\x5d-\x7e]+$/;
const AUTHORITY = /^https?:\/\/([^/?#]+)/i;

/**
 * Judges the issuer of a personal agent (PACT 3.1): an absolute URL of at most 1 KiB, https, or http on loopback when
 * the setting admits it, without credentials. In: the text as sent, which is stored and compared byte for byte.
 * Out: the fault, or undefined when it may be registered.
 */
export function issuerFault(issuer: string, allowLoopbackHttp: boolean): FieldFault | undefined {
  const fault = (code: string, message: string): FieldFault => ({ path: 'issuer', code, message });
  if (Buffer.byteLength(issuer) > LIMITS.issuerBytes) {
    return fault('wrong_length', `The issuer has at most ${LIMITS.issuerBytes} bytes.`);
  }
  const authority = WRITTEN_AS_READ.test(issuer) ? AUTHORITY.exec(issuer)?.[1] : undefined;
  if (authority === undefined || !URL.canParse(issuer)) {
    return fault('bad_url', 'The issuer must be an absolute URL.');
  }
  if (authority.includes('@')) return fault('bad_url', 'The issuer must not hold credentials.');
  const url = new URL(issuer);
  if (url.protocol === 'https:' || (allowLoopbackHttp && isLoopbackHost(url.hostname))) return undefined;
  return fault('not_https', 'The issuer must be an https URL.');
}
