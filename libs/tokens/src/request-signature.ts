import type { KeyObject } from 'node:crypto';
import { type Result, err, isJsonObject, ok, parseJson } from '@surety/kernel';
import { decodeBase64url, encodeBase64url } from './base64url';
import { signBytes, verifyBytes } from './jws-signature';

/** `typ` of the signature on a request to a Brand's endpoint (PACT wire 5.3). */
export const REQUEST_SIGNATURE_TYP = 'surety-request+jws';

const MAX_AGE_SECONDS = 300;

export interface RequestToSign {
  /** Private P-256 key of the deployment, never one that signs tokens. */
  readonly key: KeyObject;
  readonly kid: string;
  /** The exact bytes of the body; empty when there is none. */
  readonly body: Uint8Array;
  readonly method: string;
  /** The full URL with its query. */
  readonly url: string;
  /** `<turnId>.<step>.<attempt>`. */
  readonly jti: string;
  /** Seconds since the epoch. */
  readonly iat: number;
}

/** The value of `Surety-Signature`: a JWS with detached payload (RFC 7515 appendix F), header order as PACT wire 5.3. */
export function signRequest(request: RequestToSign): string {
  const { key, kid, body, method, url, jti, iat } = request;
  const header = { alg: 'ES256', kid, typ: REQUEST_SIGNATURE_TYP, iat, jti, htm: method, htu: url };
  const protectedPart = encodeBase64url(JSON.stringify(header));
  return `${protectedPart}..${encodeBase64url(signBytes(key, signingInput(protectedPart, body)))}`;
}

export interface RequestToVerify {
  /** The value of `Surety-Signature`. */
  readonly signature: string;
  /** The deployment's public key of a `kid`, from its published webhook JWKS; undefined when there is none. */
  readonly keyOf: (kid: string) => KeyObject | undefined;
  readonly body: Uint8Array;
  readonly method: string;
  readonly url: string;
  readonly nowMs: number;
}

/** Verifies `Surety-Signature` as its receiver must (PACT wire 5.3); the error says which rule failed. */
export function verifyRequest(
  request: RequestToVerify,
): Result<{ kid: string; jti: string; iat: number }, string> {
  const [protectedPart = '', payload, signaturePart = '', ...rest] = request.signature.split('.');
  const headerBytes = decodeBase64url(protectedPart);
  const signature = decodeBase64url(signaturePart);
  if (!headerBytes || !signature || payload !== '' || rest.length > 0) return err('not a detached JWS');
  const header = parseJson(headerBytes.toString('utf8'));
  if (!isJsonObject(header)) return err('the protected header is not a JSON object');
  const { alg, kid, typ, iat, jti, htm, htu } = header;
  if (alg !== 'ES256' || Object.hasOwn(header, 'crit')) return err('alg is not ES256, or crit is present');
  if (typ !== REQUEST_SIGNATURE_TYP) return err(`typ is not ${REQUEST_SIGNATURE_TYP}`);
  if (typeof kid !== 'string' || typeof jti !== 'string') return err('kid or jti is missing');
  if (htm !== request.method || htu !== request.url) return err('htm or htu names another request');
  if (typeof iat !== 'number' || Math.abs(request.nowMs / 1000 - iat) > MAX_AGE_SECONDS) {
    return err(`iat is more than ${MAX_AGE_SECONDS} s away`);
  }
  const key = request.keyOf(kid);
  if (!key) return err('no key with this kid');
  if (!verifyBytes(key, signingInput(protectedPart, request.body), signature)) return err('bad signature');
  return ok({ kid, jti, iat });
}

function signingInput(protectedPart: string, body: Uint8Array): Buffer {
  return Buffer.from(`${protectedPart}.${encodeBase64url(body)}`, 'latin1');
}
