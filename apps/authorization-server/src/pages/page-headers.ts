import { pageProtection } from '@surety/platform';
import { isPlainHost } from '@surety/kernel';
import type { Language } from './languages';

/** Where forms of a page may lead, besides our own origin; undefined = nowhere else. */
export interface FormTargets {
  /** The Brand's completion page, where the last redirect leads: Chromium judges redirects of a form by this list too. */
  readonly completionUrl?: string | undefined;
  /** The Brand's login: on connected agents only. */
  readonly loginUrl?: string | undefined;
}

/** The headers of every page and redirect, refusals too (PACT wire 3). In: whether the public origin is https. */
export function pageHeaders(
  language: Language,
  { completionUrl, loginUrl }: FormTargets,
  isHttps: boolean,
): Readonly<Record<string, string>> {
  const origins = [completionUrl, loginUrl].flatMap(url => (url === undefined ? [] : originOf(new URL(url))));
  return {
    ...pageProtection(isHttps),
    'Content-Security-Policy': contentPolicy([...new Set(origins)]),
    'Content-Language': language,
    Vary: 'Accept-Language',
  };
}

/** None for a host that would be more than one word of the policy. */
function originOf({ hostname, origin }: URL): readonly string[] {
  return isPlainHost(hostname) ? [origin] : [];
}

function contentPolicy(formOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "script-src 'self'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
