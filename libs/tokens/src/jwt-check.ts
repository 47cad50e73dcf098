import type { ClaimsCheck, PaJwtFault, SignatureCheck, TokenCheck } from './pa-jwt.check';
import { PA_JWT_CHECKS } from './pa-jwt.checks';
import type { PaJwtReading } from './pa-jwt.reading';
import type { VerificationKey } from './jwks';

/** Judges the claims of a token against what its kind expects and the process clock in seconds. */
export interface ExpectedCheck<Expected> extends Omit<ClaimsCheck, 'fault'> {
  readonly fault: (token: PaJwtReading, expected: Expected, nowSeconds: number) => string | undefined;
}

/** One rule of a kind of token; each kind has one table of them, as PA_JWT_CHECKS is for the personal-agent JWT. */
export type JwtCheck<Expected> = TokenCheck | ExpectedCheck<Expected> | SignatureCheck;

/** The form of every compact JWS: without these rules nothing in it can be trusted to be read right. */
const FORM_RULES = ['size', 'parts', 'base64url', 'utf-8', 'json', 'names', 'depth', 'characters'];
export const FORM_CHECKS = FORM_RULES.map(name => sharedCheck(name));

/** A rule about the token alone that PA_JWT_CHECKS has, for another kind of token, under the clause that asks for it there. */
export function sharedCheck(name: string, clause?: string): TokenCheck {
  for (const check of PA_JWT_CHECKS) {
    if (check.stage === 'token' && check.name === name) return clause ? { ...check, clause } : check;
  }
  throw new TypeError(`no check of a token is named ${name}`);
}

/** A rule about the token alone. */
export function tokenCheck(name: string, clause: string, fault: TokenCheck['fault']): TokenCheck {
  return { stage: 'token', name, clause, needs: [], fault };
}

/** A rule about the claims, given what is expected of them and the time. */
export function claimsCheck<Expected>(
  name: string,
  clause: string,
  fault: ExpectedCheck<Expected>['fault'],
): ExpectedCheck<Expected> {
  return { stage: 'claims', name, clause, needs: [], fault };
}

/** The detail when the rule is broken, else undefined: the answer of every check. */
export function when(isBroken: boolean, detail: string): string | undefined {
  return isBroken ? detail : undefined;
}

/** Whether a claim is text of 1 to `maxBytes` bytes. */
export function isFilledText(value: unknown, maxBytes: number): value is string {
  return typeof value === 'string' && value !== '' && Buffer.byteLength(value) <= maxBytes;
}

/** What a table of checks judges by; without `keys` the signature stays unjudged, and nothing is proven. */
export interface JudgedBy<Expected> {
  readonly expected: Expected;
  readonly nowMs: number;
  readonly keys?: readonly VerificationKey[];
}

/** The first rule that the token breaks, in the order of the table: token, claims, signature as they stand there. */
export function firstFault<Expected>(
  checks: readonly JwtCheck<Expected>[],
  token: PaJwtReading,
  given: JudgedBy<Expected>,
): PaJwtFault | undefined {
  for (const check of checks) {
    const detail = judge(check, token, given);
    if (detail !== undefined) return { rule: check.name, clause: check.clause, detail };
  }
  return undefined;
}

function judge<Expected>(
  check: JwtCheck<Expected>,
  token: PaJwtReading,
  { expected, nowMs, keys }: JudgedBy<Expected>,
): string | undefined {
  switch (check.stage) {
    case 'token':
      return check.fault(token);
    case 'claims':
      return check.fault(token, expected, nowMs / 1000);
    case 'signature':
      return keys && check.fault(token, keys);
  }
}
