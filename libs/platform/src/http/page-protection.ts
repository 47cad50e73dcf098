const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };

/** Headers that protect every page, whatever is on it (PACT wire 3); its Content-Security-Policy is its own. In: whether its origin is https. */
export function pageProtection(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'Cache-Control': 'no-store',
    'X-Frame-Options': 'DENY',
    // `no-referrer` would make Chromium send `Origin: null` with our own forms (P21).
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    ...(isHttps && HSTS),
  };
}
