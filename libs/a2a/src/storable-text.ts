/// <reference lib="es2024.string" />

/**
 * Whether a string survives UTF-8 and PostgreSQL unchanged: no NUL, which PostgreSQL text cannot hold, and no lone
 * surrogate, which UTF-8 cannot (P27).
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Length in bytes of UTF-8, the unit of every limit of P27. */
export const utf8Length = (text: string): number => Buffer.byteLength(text, 'utf8');
