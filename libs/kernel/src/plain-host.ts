const PLAIN_HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])$/;

/**
 * Whether the host of a parsed URL is a name or an address and nothing else. The URL standard lets `;`, `,`, `*` and quotes stand in a
 * host as well, and whoever writes one into a list, such as a Content-Security-Policy, writes more than a host.
 */
export function isPlainHost(host: string): boolean {
  return PLAIN_HOST.test(host);
}
