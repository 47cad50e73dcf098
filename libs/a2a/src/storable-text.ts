/** NUL, which PostgreSQL text cannot hold, and lone surrogates, which UTF-8 cannot (P27). */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a string survives UTF-8 and PostgreSQL unchanged: no NUL, no lone surrogate (P27, field row 16). */
export const isStorable = (text: string): boolean => !UNSTORABLE.test(text);

/** Length in bytes of UTF-8, the unit of every limit of P27. */
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');
