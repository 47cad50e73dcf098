import { isPlainHost } from '@surety/kernel';
import type { FieldFault } from '../problem/problem';

/** An address that a browser goes to: absolute, http or https, nothing in it that a redirect would lose or leak. */
export function urlFaults(url: string | null | undefined, path: string): FieldFault[] {
  if (url === undefined || url === null) return [];
  const read = URL.canParse(url) ? new URL(url) : undefined;
  const isWeb = read !== undefined && /^https?:\/\//i.test(url) && isPlainHost(read.hostname);
  if (isWeb && !read.username && !read.password && !url.includes('#')) return [];
  const message = 'This must be an absolute web address without credentials and fragment.';
  return [{ path, code: 'wrong_format', message }];
}
