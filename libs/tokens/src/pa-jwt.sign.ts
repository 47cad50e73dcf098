import { algorithmOfJwk, signCompactJws } from './compact-jws';
import type { PrivateSigningJwk } from './signing-jwk';

/** The lifetime of the reference signer (PACT 3.2), well under the cap of 300 s. */
export const PA_JWT_DEFAULT_LIFETIME_SECONDS = 120;

export interface PaJwtClaims {
  readonly privateJwk: PrivateSigningJwk;
  readonly issuer: string;
  readonly audience: string;
  readonly sub: string;
  readonly nowMs: number;
  /** At most 300 by PACT 3.2; not judged here, so that a test can sign what a Provider must refuse. */
  readonly lifetimeSeconds?: number;
  readonly jti?: string;
}

/** A personal-agent JWT (PACT 3.2) as a compact JWS, `typ` JWT, issued at `nowMs` rounded down to a second. */
export function signPaJwt(claims: PaJwtClaims): string {
  const { privateJwk, issuer, audience, sub, jti } = claims;
  const iat = Math.floor(claims.nowMs / 1000);
  const exp = iat + (claims.lifetimeSeconds ?? PA_JWT_DEFAULT_LIFETIME_SECONDS);
  const header = { alg: algorithmOfJwk(privateJwk), kid: privateJwk.kid, typ: 'JWT' };
  return signCompactJws(privateJwk, header, { iss: issuer, sub, aud: audience, iat, exp, jti });
}
