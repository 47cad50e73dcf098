/** The system's code of a failed file or network operation, such as ENOENT; undefined when the error has none. */
export function systemCode(error: unknown): string | undefined {
  // Judged by shape: an error of Node's own may come from another realm, where `instanceof Error` is false.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
