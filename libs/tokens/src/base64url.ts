/** Base64url without padding (RFC 7515 2). In: bytes, or text taken as UTF-8. */
export function encodeBase64url(data: Uint8Array | string): string {
  return (typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data)).toString('base64url');
}

/** True for the one canonical spelling: URL alphabet, no padding, no blanks, no stray bits in the last character. */
export function isCanonicalBase64url(text: string): boolean {
  return Buffer.from(text, 'base64url').toString('base64url') === text;
}

/** The bytes of canonical base64url text, or undefined for any other spelling. */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : undefined;
}
