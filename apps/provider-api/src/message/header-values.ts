import type { IncomingMessage } from 'node:http';

/**
 * Every value of a header as it was sent, since Node joins most repeated headers into one. In: the raw request and the name in
 * lower case. Out: undefined when the header is absent.
 */
export function headerValues(request: IncomingMessage, name: string): string[] | undefined {
  if (request.headers[name] === undefined) return undefined;
  return request.headersDistinct[name];
}
