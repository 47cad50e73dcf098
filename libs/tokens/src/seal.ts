import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { decodeBase64url } from './base64url';

const VERSION = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed value that does not open: another key, another place (aad), or changed bytes. Nothing of it is quoted. */
export class UnsealError extends Error {
  override readonly name = 'UnsealError';
}

/**
 * Seals a secret for storage at rest (P24): `v1.` + base64url(nonce, AES-256-GCM ciphertext, tag).
 * In: a 32-byte key, the secret (text as UTF-8), and `aad`, the place it belongs to (say table, column and row id), so
 * that a sealed value moved elsewhere does not open. `nonce` is 12 random bytes, never used twice with a key.
 */
export function seal(
  key: Uint8Array,
  plaintext: string | Uint8Array,
  aad: string,
  nonce: Uint8Array = randomBytes(NONCE_BYTES),
): string {
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(VERSION + aad, 'utf8'));
  const secret = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
  const sealed = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return VERSION + sealed.toString('base64url');
}

/** Opens what {@link seal} made with the same key and aad; throws {@link UnsealError} for anything else. */
export function unseal(key: Uint8Array, sealed: string, aad: string): Buffer {
  const bytes = sealed.startsWith(VERSION) ? decodeBase64url(sealed.slice(VERSION.length)) : undefined;
  if (!bytes || bytes.length < NONCE_BYTES + TAG_BYTES) throw new UnsealError('not a sealed value');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(Buffer.from(VERSION + aad, 'utf8'));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const opened = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    return Buffer.concat([opened, decipher.final()]);
  } catch (cause) {
    throw new UnsealError('the sealed value does not open with this key in this place', { cause });
  }
}
