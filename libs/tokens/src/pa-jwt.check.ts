import type { VerificationKey } from './jwks';
import type { PaJwtReading } from './pa-jwt.reading';

/** What the Provider holds about the caller: the registered issuer and the audience of the deployment (PACT 3.1). */
export interface ExpectedPaJwt {
  readonly issuer: string;
  readonly audience: string;
}

interface NamedRule {
  readonly name: string;
  readonly clause: string;
  /** Checks without whose pass this one means nothing; only an explanation needs to know. */
  readonly needs: readonly string[];
}

/** Judges the token alone, before anyone knows whose it is; says what is wrong, or undefined. */
export interface TokenCheck extends NamedRule {
  readonly stage: 'token';
  readonly fault: (token: PaJwtReading) => string | undefined;
}

/** Judges the claims against the registration and the process clock (P32). */
export interface ClaimsCheck extends NamedRule {
  readonly stage: 'claims';
  readonly fault: (token: PaJwtReading, expected: ExpectedPaJwt, nowSeconds: number) => string | undefined;
}

/** Judges the signature: last, since it is the dearest and the only one that needs the personal agent's keys. */
export interface SignatureCheck extends NamedRule {
  readonly stage: 'signature';
  readonly fault: (token: PaJwtReading, keys: readonly VerificationKey[]) => string | undefined;
}

export type PaJwtCheck = TokenCheck | ClaimsCheck | SignatureCheck;

/** Why a token is refused: for logs and explanations, never for the caller (PACT 3.4). */
export interface PaJwtFault {
  readonly rule: string;
  readonly clause: string;
  readonly detail: string;
}
