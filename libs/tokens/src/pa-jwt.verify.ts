import { type JsonObject, type Result, err, ok } from '@surety/kernel';
import type { VerificationKey } from './jwks';
import type { SignatureAlgorithm } from './jws-signature';
import type { ExpectedPaJwt, PaJwtCheck, PaJwtFault } from './pa-jwt.check';
import { PA_JWT_CHECKS } from './pa-jwt.checks';
import { PaJwtReading } from './pa-jwt.reading';

/** A token that is well formed; nothing in it is proven yet. Only {@link parsePaJwt} makes one. */
export interface ParsedPaJwt {
  readonly header: JsonObject;
  readonly claims: JsonObject;
  readonly issuer: string;
  readonly alg: SignatureAlgorithm;
  readonly kid: string | undefined;
}

/** What a good token proves (PACT 3.3): that this personal agent calls for someone it calls `sub`. */
export interface VerifiedPaJwt {
  readonly issuer: string;
  readonly sub: string;
  /** The claim `exp` in milliseconds since the epoch; skew not included. */
  readonly expMs: number;
}

/**
 * Judges a token by itself: size, form, header and claims (the checks of stage `token`). In: the text behind `Bearer `.
 * `checks` is an argument so that a test can switch one off.
 */
export function parsePaJwt(
  token: string,
  checks: readonly PaJwtCheck[] = PA_JWT_CHECKS,
): Result<ParsedPaJwt, PaJwtFault> {
  const reading = new PaJwtReading(token);
  for (const check of checks) {
    const detail = check.stage === 'token' ? check.fault(reading) : undefined;
    if (detail !== undefined) return err(faultOf(check, detail));
  }
  return ok(reading);
}

/**
 * Judges the claims against registration and time (stage `claims`), without keys: a caller runs it before it fetches any,
 * so that a token that cannot pass costs no request. In: `nowMs`, process time.
 */
export function checkPaJwtClaims(
  parsed: ParsedPaJwt,
  expected: ExpectedPaJwt,
  nowMs: number,
  checks: readonly PaJwtCheck[] = PA_JWT_CHECKS,
): Result<void, PaJwtFault> {
  const reading = readingOf(parsed);
  for (const check of checks) {
    const detail = check.stage === 'claims' ? check.fault(reading, expected, nowMs / 1000) : undefined;
    if (detail !== undefined) return err(faultOf(check, detail));
  }
  return ok(undefined);
}

/**
 * Verifies a parsed token whole (PACT 3.2): claims, then signature by one of the personal agent's published keys.
 * In: `expected`, the registered issuer and the assigned audience; `nowMs`, process time (P32).
 */
export function verifyPaJwt(
  parsed: ParsedPaJwt,
  keys: readonly VerificationKey[],
  expected: ExpectedPaJwt,
  nowMs: number,
  checks: readonly PaJwtCheck[] = PA_JWT_CHECKS,
): Result<VerifiedPaJwt, PaJwtFault> {
  const judged = checkPaJwtClaims(parsed, expected, nowMs, checks);
  if (!judged.ok) return judged;
  const reading = readingOf(parsed);
  for (const check of checks) {
    const detail = check.stage === 'signature' ? check.fault(reading, keys) : undefined;
    if (detail !== undefined) return err(faultOf(check, detail));
  }
  const { sub, exp } = reading.claims;
  return ok({ issuer: reading.issuer, sub: sub as string, expMs: (exp as number) * 1000 });
}

function faultOf({ name, clause }: PaJwtCheck, detail: string): PaJwtFault {
  return { rule: name, clause, detail };
}

function readingOf(parsed: ParsedPaJwt): PaJwtReading {
  if (parsed instanceof PaJwtReading) return parsed;
  throw new TypeError('a parsed personal-agent JWT comes from parsePaJwt');
}
