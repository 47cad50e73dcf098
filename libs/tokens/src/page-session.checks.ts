import { createHmac, timingSafeEqual } from 'node:crypto';
import { LIMITS } from '@surety/kernel';
import {
  FORM_CHECKS,
  type JwtCheck,
  claimsCheck,
  isFilledText,
  sharedCheck,
  tokenCheck,
  when,
} from './jwt-check';
import { ISSUED_IN_FUTURE, OVER } from './jwt-times.checks';

/** The pages whose forms carry a signed session (PACT wire 3), and the `typ` of each. */
export const PAGE_SESSION_TYPS = { consent: 'pact-consent+jwt', manage: 'pact-manage+jwt' } as const;
export type PageSessionKind = keyof typeof PAGE_SESSION_TYPS;

/** What a session must name where it comes back. */
export interface ExpectedPageSession {
  readonly kind: PageSessionKind;
  /** Derived from the deployment key for this kind alone. */
  readonly key: Uint8Array;
  /** The address that the form posts to. */
  readonly audience: string;
  readonly brandId: string;
}

const onClaims = claimsCheck<ExpectedPageSession>;

/** Every rule that the hidden field `session` of a page must pass, in order (P21, PACT wire 3). */
export const PAGE_SESSION_CHECKS: readonly JwtCheck<ExpectedPageSession>[] = [
  ...FORM_CHECKS,
  tokenCheck('alg', 'RFC 8725 3.1', ({ header }) => when(header.alg !== 'HS256', 'alg is not HS256')),
  sharedCheck('crit'),
  onClaims('signature', 'P21', (token, { key }) =>
    when(!timingSafeEqual(sha256Mac(key, token.signedBytes), padded(token.signature)), 'not our signature'),
  ),
  onClaims('typ', 'RFC 8725 3.11', ({ header }, { kind }) =>
    when(header.typ !== PAGE_SESSION_TYPS[kind], `typ is not ${PAGE_SESSION_TYPS[kind]}`),
  ),
  tokenCheck('sub', 'P21', ({ claims }) =>
    when(!isFilledText(claims.sub, LIMITS.brandUserBytes), 'sub is missing'),
  ),
  onClaims('request', 'P21', ({ claims }, { kind }) =>
    when(kind === 'consent' && !isFilledText(claims.request, LIMITS.tokenBytes), 'request is missing'),
  ),
  tokenCheck('lang', 'P21', ({ claims }) =>
    when(!isFilledText(claims.lang, LIMITS.tokenBytes), 'lang is missing'),
  ),
  sharedCheck('iat', 'P21'),
  sharedCheck('exp', 'P21'),
  onClaims('audience', 'P21', ({ claims }, { audience }) =>
    when(claims.aud !== audience, 'aud is another address'),
  ),
  onClaims('brand', 'P21', ({ claims }, { brandId }) => when(claims.brand !== brandId, 'brand is another')),
  ISSUED_IN_FUTURE,
  OVER,
];

const MAC_BYTES = 32;

/** HMAC-SHA-256 (RFC 7518 3.2). */
export function sha256Mac(key: Uint8Array, data: Uint8Array | string): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** Bytes of another length cannot be compared in constant time: zeros stand in for them, which no MAC is. */
function padded(signature: Buffer): Buffer {
  return signature.length === MAC_BYTES ? signature : Buffer.alloc(MAC_BYTES);
}
