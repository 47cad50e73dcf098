/** A path that no route has. */
const NOWHERE = '/undecodable';

/**
 * The address that is routed for a request. In: the raw request. Out: its own, or one that no route has when its path has
 * a broken percent escape, so that it meets the 404 of every unknown path.
 */
export function routableUrl({ url = '/' }: { readonly url?: string | undefined }): string {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return url;
  } catch (error) {
    if (error instanceof URIError) return NOWHERE;
    throw error;
  }
}
