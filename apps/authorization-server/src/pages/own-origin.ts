import { PageRefusal } from './page-refusal';

/**
 * Refuses a form that another site sent (P21): browsers name the origin of every cross-site POST, so a foreign one or `null` is a
 * forgery; none at all is a program or an old browser, and the signed session still has to be right. In: the header
 * `Origin` as it came, more than one joined by commas; our public origin. Throws PageRefusal.
 */
export function refuseForeignOrigin(origin: string | undefined, publicOrigin: string): void {
  if (origin === undefined || origin === publicOrigin) return;
  throw new PageRefusal('origin', 'Origin is another site or null');
}
