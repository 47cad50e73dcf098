import { randomBytes } from 'node:crypto';
import { type OpaqueToken, type OpaqueTokenKind, makeOpaqueToken } from '@surety/device-grant';

const RANDOM_BYTES = 32;

/** A fresh device code or refresh token; only its hash is ever stored. */
export function freshOpaqueToken(kind: OpaqueTokenKind): OpaqueToken {
  return makeOpaqueToken(kind, randomBytes(RANDOM_BYTES));
}
