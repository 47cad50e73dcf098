import { isUtf8 } from 'node:buffer';
import { LIMITS } from '@surety/kernel';
import { isCanonicalBase64url } from './base64url';
import { hasUnstorableText } from './json-scan';
import type { ClaimsCheck, PaJwtCheck, TokenCheck } from './pa-jwt.check';
import type { JsonPart, PaJwtReading } from './pa-jwt.reading';
import { signatureCheck } from './pa-jwt.signature';

const SKEW_SECONDS = LIMITS.clockSkewSeconds;

/**
 * Every rule a personal-agent JWT must pass, in the order in which they are judged (PACT 3.2, P27, P32). Whoever reads
 * this table has read all of them: parsing and verifying run it, an explanation prints it, a test switches off each in turn.
 */
export const PA_JWT_CHECKS: readonly PaJwtCheck[] = [
  onToken('size', 'P27', ({ token }) =>
    says(Buffer.byteLength(token) > LIMITS.tokenBytes, `longer than ${LIMITS.tokenBytes} bytes`),
  ),
  onToken('parts', 'RFC 7515 7.1', ({ parts }) =>
    says(parts.length !== 3 || parts.includes(''), 'not three non-empty parts'),
  ),
  onToken('base64url', 'RFC 7515 2', ({ parts }) =>
    says(!parts.every(isCanonicalBase64url), 'a part is not canonical base64url'),
  ),
  onJson('utf-8', 'RFC 7519 7.2', part => says(!isUtf8(part.bytes), 'not UTF-8')),
  onJson('json', 'RFC 7519 7.2', part => says(!part.isObject, 'not a JSON object')),
  onJson('names', 'RFC 7515 4', part => says(part.scan.repeatedName, 'a member name is repeated')),
  onJson('depth', 'P27', part =>
    says(part.scan.depth > LIMITS.jsonDepth, `nested deeper than ${LIMITS.jsonDepth}`),
  ),
  onJson('characters', 'P27', part =>
    says(hasUnstorableText(part.object, part.text), 'NUL or a lone surrogate'),
  ),

  onToken('alg', 'PACT 3.2', ({ header: { alg } }) =>
    says(alg !== 'ES256' && alg !== 'RS256', 'alg is neither ES256 nor RS256'),
  ),
  onToken('jku', 'RFC 8725 3.10', token => absent(token, 'jku')),
  onToken('jwk', 'RFC 8725 3.10', token => absent(token, 'jwk')),
  onToken('x5u', 'RFC 8725 3.10', token => absent(token, 'x5u')),
  onToken('x5c', 'RFC 8725 3.10', token => absent(token, 'x5c')),
  onToken('crit', 'RFC 7515 4.1.11', token => absent(token, 'crit')),
  onToken('typ', 'RFC 7519 5.1', ({ header: { typ } }) =>
    says(typ !== undefined && !isJwtType(typ), 'typ is neither absent nor JWT'),
  ),
  onToken('kid', 'RFC 7515 4.1.4', ({ header: { kid } }) =>
    says(
      kid !== undefined && !isText(kid, LIMITS.kidBytes),
      `kid is no string of <= ${LIMITS.kidBytes} bytes`,
    ),
  ),

  onToken('iss', 'P27', ({ claims: { iss } }) =>
    says(!isText(iss, LIMITS.issuerBytes), `iss is no string of <= ${LIMITS.issuerBytes} bytes`),
  ),
  onToken('sub', 'PACT 3.2', ({ claims: { sub } }) =>
    says(!isText(sub, LIMITS.subBytes) || sub === '', `sub is no string of 1 to ${LIMITS.subBytes} bytes`),
  ),
  onToken('iat', 'PACT 3.2', ({ claims: { iat } }) => says(!Number.isFinite(iat), 'iat is not a number')),
  onToken('exp', 'PACT 3.2', ({ claims: { exp } }) => says(!Number.isFinite(exp), 'exp is not a number')),
  onToken('nbf', 'RFC 7519 4.1.5', ({ claims: { nbf } }) =>
    says(nbf !== undefined && !Number.isFinite(nbf), 'nbf is not a number'),
  ),
  onToken('exp-after-iat', 'P32', token => says(exp(token) <= iat(token), 'exp is not after iat'), [
    'iat',
    'exp',
  ]),
  onToken(
    'lifetime',
    'PACT 3.2',
    token =>
      says(
        exp(token) - iat(token) > LIMITS.paJwtLifetimeSeconds,
        `exp is more than ${LIMITS.paJwtLifetimeSeconds} s after iat`,
      ),
    ['iat', 'exp'],
  ),

  onClaims('issuer', 'PACT 3.2', ({ issuer }, expected) =>
    says(issuer !== expected.issuer, 'iss is not the registered issuer'),
  ),
  onClaims('audience', 'PACT 3.2', ({ claims: { aud } }, expected) =>
    says(aud !== expected.audience, 'aud is not the one assigned string'),
  ),
  onClaims(
    'issued-in-future',
    'PACT 3.2',
    (token, _, now) => says(iat(token) > now + SKEW_SECONDS, `iat is more than ${SKEW_SECONDS} s ahead`),
    ['iat'],
  ),
  onClaims(
    'expired',
    'PACT 3.2',
    (token, _, now) => says(exp(token) <= now - SKEW_SECONDS, `exp is ${SKEW_SECONDS} s or more ago`),
    ['exp'],
  ),
  onClaims(
    'not-yet-valid',
    'P32',
    ({ claims: { nbf } }, _, now) =>
      says((nbf as number) > now + SKEW_SECONDS, `nbf is more than ${SKEW_SECONDS} s ahead`),
    ['nbf'],
  ),

  signatureCheck(),
];

function onToken(
  name: string,
  clause: string,
  fault: TokenCheck['fault'],
  needs: readonly string[] = [],
): TokenCheck {
  return { stage: 'token', name, clause, needs, fault };
}

/** A check of the two JSON parts alike: what it says of the first faulty one, with the part's name. */
function onJson(name: string, clause: string, fault: (part: JsonPart) => string | undefined): TokenCheck {
  return onToken(name, clause, token => {
    const ofHeader = fault(token.headerJson);
    if (ofHeader !== undefined) return `header: ${ofHeader}`;
    const ofClaims = fault(token.claimsJson);
    return ofClaims === undefined ? undefined : `claims: ${ofClaims}`;
  });
}

function onClaims(
  name: string,
  clause: string,
  fault: ClaimsCheck['fault'],
  needs: readonly string[] = [],
): ClaimsCheck {
  return { stage: 'claims', name, clause, needs, fault };
}

function says(isWrong: unknown, detail: string): string | undefined {
  return isWrong === false || isWrong === undefined ? undefined : detail;
}

function absent({ header }: PaJwtReading, name: string): string | undefined {
  return says(Object.hasOwn(header, name), `header parameter ${name} is present`);
}

/** RFC 7519 5.1 recommends JWT; media type names have no case. */
function isJwtType(typ: unknown): boolean {
  return typeof typ === 'string' && typ.toUpperCase() === 'JWT';
}

function isText(value: unknown, maxBytes: number): value is string {
  return typeof value === 'string' && Buffer.byteLength(value) <= maxBytes;
}

/** The times are numbers here: the checks `iat` and `exp` stand above those that compare them. */
function iat(token: PaJwtReading): number {
  return token.claims.iat as number;
}

function exp(token: PaJwtReading): number {
  return token.claims.exp as number;
}
