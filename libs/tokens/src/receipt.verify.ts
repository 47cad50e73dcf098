import { type Result, err, ok } from '@surety/kernel';
import { type JwtCheck, firstFault } from './jwt-check';
import type { VerificationKey } from './jwks';
import type { PaJwtFault } from './pa-jwt.check';
import { PaJwtReading } from './pa-jwt.reading';
import type { ReceiptClaims, ReceiptReply } from './receipt';
import { type ExpectedReceipt, RECEIPT_CHECKS } from './receipt.checks';

/** A receipt that the Brand's Provider signed, and the reply it is for. */
export interface VerifiedReceipt extends ReceiptReply {
  readonly claims: ReceiptClaims;
  readonly kid: string;
}

/**
 * Verifies a receipt (PACT 5.6). In: the compact JWS, the keys that the Brand's authorization server publishes, retired ones
 * too, and what the holder knows. `checks` is an argument so that a test can switch one off.
 */
export function verifyReceipt(
  jws: string,
  keys: readonly VerificationKey[],
  expected: ExpectedReceipt = {},
  checks: readonly JwtCheck<ExpectedReceipt>[] = RECEIPT_CHECKS,
): Result<VerifiedReceipt, PaJwtFault> {
  const reading = new PaJwtReading(jws);
  const fault = firstFault(checks, reading, { expected, nowMs: 0, keys });
  if (fault) return err(fault);
  const { kid, contextId, messageId } = reading.header;
  return ok({
    claims: reading.claims as unknown as ReceiptClaims,
    kid: kid as string,
    contextId: contextId as string,
    messageId: messageId as string,
  });
}
