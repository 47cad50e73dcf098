import { isDeepStrictEqual } from 'node:util';
import { LIMITS, isJsonObject } from '@surety/kernel';
import { isCanonicalBase64url } from './base64url';
import {
  FORM_CHECKS,
  type JwtCheck,
  claimsCheck,
  isFilledText,
  sharedCheck,
  tokenCheck,
  when,
} from './jwt-check';
import { signatureCheck } from './pa-jwt.signature';
import { RECEIPT_TYP, type ReceiptReply } from './receipt';

/** What the holder of a receipt knows of the exchange it should belong to; each member that is given must agree. */
export interface ExpectedReceipt extends Partial<ReceiptReply> {
  /** The interface URL that the message was sent to. */
  readonly brand?: string;
  /** The issuer of the personal agent that sent it. */
  readonly pa?: string;
  /** The member `claims` that came beside the JWS. */
  readonly claims?: unknown;
}

const CLAIMS = ['grantId', 'user', 'pa', 'brand', 'scopesUsed', 'actions', 'ts'];
const TEXT_CLAIMS = ['grantId', 'user', 'pa', 'brand'];
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const onClaims = claimsCheck<ExpectedReceipt>;

/** Every rule that a receipt must pass, in order (PACT 5.6, P20). It never expires: a receipt of a retired key verifies too. */
export const RECEIPT_CHECKS: readonly JwtCheck<ExpectedReceipt>[] = [
  tokenCheck('size', 'P27', ({ token }) =>
    when(Buffer.byteLength(token) > LIMITS.receiptBytes, `longer than ${LIMITS.receiptBytes} bytes`),
  ),
  ...FORM_CHECKS.filter(({ name }) => name !== 'size'),
  sharedCheck('alg', 'PACT 5.6'),
  sharedCheck('crit'),
  tokenCheck('typ', 'P20', ({ header }) => when(header.typ !== RECEIPT_TYP, `typ is not ${RECEIPT_TYP}`)),
  tokenCheck('kid', 'P20', ({ header }) =>
    when(!isFilledText(header.kid, LIMITS.kidBytes), 'kid is missing'),
  ),
  tokenCheck('reply', 'P20', ({ header }) =>
    when(
      !isFilledText(header.contextId, LIMITS.contextIdBytes) ||
        !isFilledText(header.messageId, LIMITS.messageIdBytes),
      'the header does not name a contextId and a messageId',
    ),
  ),
  tokenCheck('members', 'PACT 5.6', ({ claims }) =>
    when(
      Object.keys(claims).length !== CLAIMS.length || !CLAIMS.every(name => Object.hasOwn(claims, name)),
      'the claims are not exactly the seven of a receipt',
    ),
  ),
  tokenCheck('texts', 'PACT 5.6', ({ claims }) =>
    when(
      !TEXT_CLAIMS.every(name => isFilledText(claims[name], LIMITS.receiptBytes)),
      'grantId, user, pa or brand is no text',
    ),
  ),
  tokenCheck('scopes-used', 'PACT 5.6', ({ claims: { scopesUsed } }) =>
    when(
      !Array.isArray(scopesUsed) || !scopesUsed.every(id => typeof id === 'string'),
      'scopesUsed is no list of ids',
    ),
  ),
  tokenCheck('actions', 'PACT 5.6', ({ claims: { actions } }) =>
    when(
      !Array.isArray(actions) || !actions.every(isAction),
      'actions is no list of tools with their hashes',
    ),
  ),
  tokenCheck('ts', 'PACT 5.6', ({ claims: { ts } }) =>
    when(!isTimestamp(ts), 'ts is no RFC 3339 time in UTC'),
  ),
  onClaims('brand', 'PACT 5.6', ({ claims }, { brand }) => differs(claims.brand, brand, 'brand is another')),
  onClaims('pa', 'PACT 5.6', ({ claims }, { pa }) => differs(claims.pa, pa, 'pa is another personal agent')),
  onClaims('context', 'P20', ({ header }, { contextId }) =>
    differs(header.contextId, contextId, 'another conversation'),
  ),
  onClaims('message', 'P20', ({ header }, { messageId }) =>
    differs(header.messageId, messageId, 'another reply'),
  ),
  onClaims('claims-beside', 'PACT 5.6', ({ claims }, { claims: beside }) =>
    when(
      beside !== undefined && !isDeepStrictEqual(beside, claims),
      'the claims beside the JWS are not those in it',
    ),
  ),
  { ...signatureCheck(), clause: 'PACT 5.6' },
];

function isAction(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value.tool !== 'string') return false;
  const { argsHash } = value;
  return argsHash === undefined || (typeof argsHash === 'string' && isCanonicalBase64url(argsHash));
}

function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' && TIMESTAMP.test(value) && !Number.isNaN(Date.parse(value));
}

function differs(claimed: unknown, expected: string | undefined, detail: string): string | undefined {
  return when(expected !== undefined && claimed !== expected, detail);
}
