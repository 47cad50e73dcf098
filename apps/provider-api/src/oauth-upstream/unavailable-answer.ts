import { oauthErrorAnswer } from '@surety/device-grant';
import { isOAuthJsonPath } from './oauth-paths';

const PAGE = {
  headers: {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
  },
  body: '<!doctype html><html lang="en"><title>Unavailable</title><p>Please try again in a moment.</p></html>\n',
} as const;

/**
 * The 503 of an authorization server that cannot be reached (P37): JSON where programs ask, else a page without any of its looks, which
 * come from there too. In: the decoded path.
 */
export function unavailableAnswer(path: string): {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
} {
  return isOAuthJsonPath(path) ? oauthErrorAnswer('temporarily_unavailable') : PAGE;
}
