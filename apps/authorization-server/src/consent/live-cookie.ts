import { createHash, randomBytes } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import { parseCookie, stringifySetCookie } from 'cookie';

const NAME = 'surety_live';
const BYTES = 32;
const VALUE = /^[A-Za-z0-9_-]{43}$/;

/** A live session as it begins: the cookie for the browser, the hash for the registry. */
export interface NewLiveSession {
  readonly setCookie: string;
  readonly hash: Buffer;
}

/**
 * Begins a live session (P22). In: the path of the Brand's authorization server, outside of which the cookie is never sent;
 * whether the public origin is https.
 */
export function beginLiveSession(path: string, isHttps: boolean): NewLiveSession {
  const value = randomBytes(BYTES).toString('base64url');
  const setCookie = stringifySetCookie({
    name: NAME,
    value,
    path,
    maxAge: LIMITS.liveSessionSeconds,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps,
  });
  return { setCookie, hash: hashOf(value) };
}

/** The hash under which the registry may know this browser; undefined when the header holds no cookie of ours. */
export function liveSessionHash(cookieHeader: string | undefined): Buffer | undefined {
  const value = cookieHeader === undefined ? undefined : parseCookie(cookieHeader)[NAME];
  return value !== undefined && VALUE.test(value) ? hashOf(value) : undefined;
}

function hashOf(value: string): Buffer {
  return createHash('sha256').update(value).digest();
}
