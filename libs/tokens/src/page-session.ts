import { LIMITS, type Result, err, ok } from '@surety/kernel';
import { encodeBase64url } from './base64url';
import { deriveKey } from './deployment-key';
import { type JwtCheck, firstFault } from './jwt-check';
import {
  type ExpectedPageSession,
  PAGE_SESSION_CHECKS,
  PAGE_SESSION_TYPS,
  type PageSessionKind,
  sha256Mac,
} from './page-session.checks';
import type { PaJwtFault } from './pa-jwt.check';
import { PaJwtReading } from './pa-jwt.reading';

/** The signed-in Brand user behind a page (PACT wire 3). Single use comes from the request's state, not from the session. */
export interface PageSession {
  /** The User's id at the Brand. */
  readonly sub: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly lang: string;
  /** Row id of the device authorization; of a consent session only, and always. */
  readonly request?: string | undefined;
}

export interface PageSessionToSign extends PageSession {
  readonly kind: PageSessionKind;
  readonly key: Uint8Array;
  readonly audience: string;
  readonly brandId: string;
  readonly nowMs: number;
  /** When the device code ends, in milliseconds: the session does not outlive it. */
  readonly codeEndsAtMs?: number | undefined;
}

/** The key of one kind of session, from the deployment key: each kind has its own (P21). */
export function pageSessionKey(deploymentKey: Uint8Array, kind: PageSessionKind): Buffer {
  return deriveKey(deploymentKey, `${kind} session`);
}

/** The hidden field `session` of a page: a compact JWS, HS256, at most 10 minutes (P21). */
export function signPageSession(session: PageSessionToSign): string {
  const { kind, key, audience, brandId, request, sub, email, name, lang, nowMs } = session;
  const iat = Math.floor(nowMs / 1000);
  const codeEnd = Math.floor((session.codeEndsAtMs ?? Infinity) / 1000);
  const exp = Math.min(iat + LIMITS.pageSessionSeconds, codeEnd);
  const header = { alg: 'HS256', typ: PAGE_SESSION_TYPS[kind] };
  const claims = { aud: audience, iat, exp, brand: brandId, request, sub, email, name, lang };
  const signed = `${encodeBase64url(JSON.stringify(header))}.${encodeBase64url(JSON.stringify(claims))}`;
  return `${signed}.${encodeBase64url(sha256Mac(key, signed))}`;
}

/** Verifies what came back in the field `session`; every fault is the one 400 page. `checks` is an argument for tests. */
export function verifyPageSession(
  session: string,
  expected: ExpectedPageSession,
  nowMs: number,
  checks: readonly JwtCheck<ExpectedPageSession>[] = PAGE_SESSION_CHECKS,
): Result<PageSession, PaJwtFault> {
  const reading = new PaJwtReading(session);
  const fault = firstFault(checks, reading, { expected, nowMs });
  if (fault) return err(fault);
  const { sub, email, name, lang, request } = reading.claims;
  return ok({ sub, email, name, lang, request } as unknown as PageSession);
}
