const WHOLE_SECONDS = /^[0-9]{1,9}$/;

/**
 * Seconds to wait from a `Retry-After` header (RFC 9110 10.2.3: whole seconds, or an HTTP date judged against `nowMs`),
 * rounded up; undefined when it is absent or neither.
 */
export function readRetryAfter(header: string | null, nowMs: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (WHOLE_SECONDS.test(text)) return Number(text);
  const atMs = /[A-Za-z]/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, Math.ceil((atMs - nowMs) / 1000));
}
