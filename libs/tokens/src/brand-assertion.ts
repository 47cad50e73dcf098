import { type Result, err, ok } from '@surety/kernel';
import { BRAND_ASSERTION_CHECKS, type ExpectedAssertion } from './brand-assertion.checks';
import type { WantedKey } from './candidate-keys';
import { type JwtCheck, firstFault } from './jwt-check';
import type { VerificationKey } from './jwks';
import type { PaJwtFault } from './pa-jwt.check';
import { PaJwtReading } from './pa-jwt.reading';

/** What a Brand's login says of its User (PACT 5.3); single use is the database's to see to. */
export interface VerifiedAssertion {
  /** The User's id at the Brand. */
  readonly sub: string;
  readonly jti: string;
  /** As the Brand wrote it; `readUserCode` of the device grant says which request is meant. */
  readonly userCode: string;
  readonly email?: string;
  readonly name?: string;
}

/**
 * Judges everything but the signature, before any key is fetched. Out: the key that is wanted. In: the assertion's text; what
 * this Brand makes us expect; process time. Nothing in it is proven yet.
 */
export function checkBrandAssertion(
  assertion: string,
  expected: ExpectedAssertion,
  nowMs: number,
): Result<WantedKey, PaJwtFault> {
  const reading = new PaJwtReading(assertion);
  const fault = firstFault(BRAND_ASSERTION_CHECKS, reading, { expected, nowMs });
  return fault ? err(fault) : ok({ alg: reading.alg, kid: reading.kid });
}

/** Verifies an assertion whole (P21). In: the Brand's keys. `checks` is an argument so that a test can switch one off. */
export function verifyBrandAssertion(
  assertion: string,
  keys: readonly VerificationKey[],
  expected: ExpectedAssertion,
  nowMs: number,
  checks: readonly JwtCheck<ExpectedAssertion>[] = BRAND_ASSERTION_CHECKS,
): Result<VerifiedAssertion, PaJwtFault> {
  const reading = new PaJwtReading(assertion);
  const fault = firstFault(checks, reading, { expected, nowMs, keys });
  if (fault) return err(fault);
  const { sub, jti, user_code, email, name } = reading.claims;
  return ok({
    sub: sub as string,
    jti: jti as string,
    userCode: user_code as string,
    ...(email === undefined || email === '' ? {} : { email: email as string }),
    ...(name === undefined || name === '' ? {} : { name: name as string }),
  });
}
