import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type JsonObject, invariant, rfc3339 } from '@surety/kernel';
import { algorithmOfJwk, signCompactJws } from './compact-jws';
import type { PrivateSigningJwk } from './signing-jwk';

/** `typ` of a receipt (P20): same keys as delegation tokens, and yet neither passes for the other. */
export const RECEIPT_TYP = 'pact-receipt+jws';

/** One call that was sent under a delegation token, whatever became of it (PACT 5.6, P20). */
export interface ReceiptAction {
  readonly tool: string;
  readonly argsHash?: string;
}

/** The seven claims of a receipt (PACT 5.6), and no others. */
export interface ReceiptClaims {
  readonly grantId: string;
  /** The User's id at the Brand. */
  readonly user: string;
  /** The issuer of the personal agent. */
  readonly pa: string;
  /** The Brand's interface URL. */
  readonly brand: string;
  /** Scopes this message exercised, in card order. */
  readonly scopesUsed: readonly string[];
  /** Calls in the order in which they were sent. */
  readonly actions: readonly ReceiptAction[];
  /** RFC 3339 UTC with milliseconds. */
  readonly ts: string;
}

/** Which reply a receipt belongs to; in the protected header, since the claims do not say (P20). */
export interface ReceiptReply {
  readonly contextId: string;
  /** The reply's messageId. */
  readonly messageId: string;
}

/**
 * base64url of SHA-256 over the canonical form (RFC 8785) of a call's arguments; undefined when there are none (P20). In: an
 * I-JSON object, as arguments are validated to be. Throws InvariantViolation for a value that JSON does not have.
 */
export function argsHash(args: JsonObject): string | undefined {
  if (Object.keys(args).length === 0) return undefined;
  const canonical = canonicalize(args);
  invariant(canonical !== undefined, 'arguments have a canonical form');
  return createHash('sha256').update(canonical).digest('base64url');
}

/** Signs a receipt with the Brand's active key. In: the claims with `tsMs`, the time of the reply. Out: the JWS and its claims. */
export function signReceipt(
  privateJwk: PrivateSigningJwk,
  facts: Omit<ReceiptClaims, 'ts'> & { readonly tsMs: number },
  { contextId, messageId }: ReceiptReply,
): { readonly jws: string; readonly claims: ReceiptClaims } {
  const { grantId, user, pa, brand, scopesUsed, actions, tsMs } = facts;
  const listed = actions.map(({ tool, argsHash: hash }) =>
    hash === undefined ? { tool } : { tool, argsHash: hash },
  );
  const claims = { grantId, user, pa, brand, scopesUsed, actions: listed, ts: rfc3339(tsMs) };
  const header = {
    alg: algorithmOfJwk(privateJwk),
    kid: privateJwk.kid,
    typ: RECEIPT_TYP,
    contextId,
    messageId,
  };
  return { jws: signCompactJws(privateJwk, header, claims), claims };
}
