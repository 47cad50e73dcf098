import { type JSONWebKeySet, compactVerify, createLocalJWKSet } from 'jose';

/** One delivery as its receiver sees it. */
export interface SignedDelivery {
  readonly signature: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly body: Buffer;
  /** POST unless said. */
  readonly method?: string;
  readonly url: string;
  readonly nowMs: number;
}

const MAX_AGE_SECONDS = 300;

/**
 * Verifies `Surety-Signature` as a Brand would, with jose and nothing of ours (PACT wire 5.3): put the body back into
 * the detached JWS, verify, and compare what the header says with the request. Gives the fault, or undefined.
 */
export async function signatureFault(
  delivery: SignedDelivery,
  keys: JSONWebKeySet,
): Promise<string | undefined> {
  const [protectedPart, payload, signature, ...more] = (delivery.signature ?? '').split('.');
  if (!protectedPart || payload !== '' || !signature || more.length > 0) return 'no detached JWS';
  const whole = `${protectedPart}.${delivery.body.toString('base64url')}.${signature}`;
  const header = await headerOf(whole, keys);
  if (header === undefined) return 'the signature does not verify';
  if (header.alg !== 'ES256') return `alg is ${header.alg}`;
  if (header.typ !== 'surety-request+jws') return `typ is ${header.typ}`;
  const { method = 'POST' } = delivery;
  if (header.htm !== method || header.htu !== delivery.url) return `signed for ${header.htm} ${header.htu}`;
  if (!(Math.abs(delivery.nowMs / 1000 - Number(header.iat)) <= MAX_AGE_SECONDS))
    return `iat is ${header.iat}`;
  if (!String(header.jti).startsWith(`${delivery.idempotencyKey}.`)) return `jti is ${header.jti}`;
  return undefined;
}

async function headerOf(jws: string, keys: JSONWebKeySet): Promise<Record<string, unknown> | undefined> {
  try {
    const { protectedHeader } = await compactVerify(jws, createLocalJWKSet(keys));
    return { ...protectedHeader };
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_')) return undefined;
    throw error;
  }
}
