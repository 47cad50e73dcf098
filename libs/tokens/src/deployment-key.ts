import { hkdfSync } from 'node:crypto';
import { decodeBase64url } from './base64url';

const KEY_BYTES = 32;

/** A deployment key that is not 32 bytes of base64url; the message never quotes the text. */
export class DeploymentKeyError extends Error {
  override readonly name = 'DeploymentKeyError';
}

/**
 * The deployment key (PACT wire 8) from its text: 32 bytes in canonical base64url, a trailing newline allowed.
 * Throws {@link DeploymentKeyError} for anything else.
 */
export function deploymentKey(text: string): Buffer {
  const key = decodeBase64url(text.trimEnd());
  if (key?.length === KEY_BYTES) return key;
  throw new DeploymentKeyError(`the deployment key must be ${KEY_BYTES} bytes in base64url without padding`);
}

/** A key of 32 bytes for one purpose (HKDF-SHA-256, RFC 5869): keys of different purposes tell nothing about each other. */
export function deriveKey(key: Uint8Array, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, new Uint8Array(0), `surety ${purpose}`, KEY_BYTES));
}
