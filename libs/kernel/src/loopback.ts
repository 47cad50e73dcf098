const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/;

/**
 * Whether a host is this machine: `localhost`, 127.0.0.0/8 or ::1, where plain http may be allowed (P25). In: the host of a
 * parsed URL, with or without the brackets of IPv6; every other spelling of an address has become this one there.
 */
export function isLoopbackHost(host: string): boolean {
  return LOOPBACK.test(host);
}
