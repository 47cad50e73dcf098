import { pageProtection } from '@surety/platform';
import { oauthErrorAnswer } from '@surety/device-grant';
import { isOAuthJsonPath } from './oauth-paths';

const PAGE = {
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy':
      "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    'Content-Language': 'en',
  },
  body: '<!doctype html><html lang="en"><title>Unavailable</title><p>Please try again in a moment.</p></html>\n',
} as const;

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
  return { ...PAGE, headers: { ...pageProtection(isHttps), ...PAGE.headers } };
}
