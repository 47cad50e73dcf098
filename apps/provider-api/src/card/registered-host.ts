/**
 * The host name that may select a Brand (P35): without port, in lower case, without a trailing dot (pact-wire fine print).
 * In: the Host header. Out: undefined when it is absent or empty. It only selects; no printed address is ever built from it.
 */
export function registeredHost(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const host = header.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return host === '' ? undefined : host;
}
