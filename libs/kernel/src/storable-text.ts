const UNSTORABLE = /\0|\p{Surrogate}/u;

/**
 * Whether a string survives UTF-8 and PostgreSQL unchanged: no NUL, which PostgreSQL text cannot hold, and no lone
 * surrogate, which UTF-8 cannot (P27).
 */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}
