import { oauthErrorAnswer } from '@surety/device-grant';
import { isOAuthJsonPath } from './oauth-paths';

const PAGE = {
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy':
      "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Content-Language': 'en',
  },
  body: '<!doctype html><html lang="en"><title>Unavailable</title><p>Please try again in a moment.</p></html>\n',
} as const;
const HSTS = { 'Strict-Transport-Security': 'max-age=31536000' };

/**
 * The 503 of an authorization server that cannot be reached (P37): JSON where programs ask, else a page without any of its looks, which
 * come from there too, but with every header that protects one (PACT wire 3). In: the decoded path; whether the public origin is https.
 */
export function unavailableAnswer(
  path: string,
  isHttps: boolean,
): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  if (isOAuthJsonPath(path)) return oauthErrorAnswer('temporarily_unavailable');
  return { ...PAGE, headers: { ...PAGE.headers, ...(isHttps && HSTS) } };
}
