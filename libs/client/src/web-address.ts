import { type Result, err, isLoopbackHost, ok } from '@surety/kernel';

/** Whether the host of a URL is this machine: 127.0.0.0/8, ::1, `localhost` or a name below it (RFC 6761 6.3). */
export function isLoopback(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '');
  return isLoopbackHost(host) || host.endsWith('.localhost');
}

/**
 * Reads an absolute address that this library may talk to: https, or plain http to this machine, without
 * user info and fragment (PACT 2.1). Out: the parsed URL, or one sentence that says what is wrong.
 */
export function readWebAddress(text: string): Result<URL, string> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:\/\//i.test(text)) return err('is not an absolute http(s) URL');
  if (url.username || url.password) return err('carries user info');
  if (url.hash) return err('has a fragment');
  if (url.protocol === 'http:' && !isLoopback(url)) return err('is plain http to another machine');
  return ok(url);
}
