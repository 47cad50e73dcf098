import { encodeBase64url } from './base64url';
import { signBytes } from './jws-signature';
import { type PrivateSigningJwk, privateKeyOf } from './signing-jwk';

/** A compact JWS (RFC 7515 7.1) over the JSON of `claims`; members keep their order, undefined ones are left out. */
export function signCompactJws(
  privateJwk: PrivateSigningJwk,
  header: Readonly<Record<string, unknown>>,
  claims: Readonly<Record<string, unknown>>,
): string {
  const signed = `${encodeBase64url(JSON.stringify(header))}.${encodeBase64url(JSON.stringify(claims))}`;
  const signature = signBytes(privateKeyOf(privateJwk), Buffer.from(signed, 'latin1'));
  return `${signed}.${encodeBase64url(signature)}`;
}

/** The algorithm a private JWK signs with: its `alg`, else what its kind implies. */
export function algorithmOfJwk(jwk: PrivateSigningJwk): string {
  return jwk.alg ?? (jwk.kty === 'RSA' ? 'RS256' : 'ES256');
}
