const AUTHORITY = /^https?:\/\/([^/?#]*)/i;

/**
 * The host name that may select a Brand (P35): without port, in lower case, without a trailing dot (pact-wire fine print). In:
 * the request target and the Host header as sent; an absolute target overrides the header (RFC 9112 3.2.2). Out: undefined
 * when there is none. It only selects; no printed address is ever built from it.
 */
export function registeredHost(target: string, header: string | undefined): string | undefined {
  const sent = AUTHORITY.exec(target)?.[1] ?? header;
  if (sent === undefined) return undefined;
  const host = sent.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '');
  return host === '' ? undefined : host;
}
