/** A request on a keep-alive connection. */
export interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  /** Behind a User: the delegation token that goes beside (PACT 5.5). */
  readonly delegation?: string;
  /** JSON text, or a form. */
  readonly body?: string;
  readonly contentType?: string;
}

/** The whole bytes of a request. */
export function requestBytes(parts: RequestParts): Buffer {
  const { method, path, token, delegation, body, contentType = 'application/a2a+json' } = parts;
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...(delegation === undefined ? [] : [`X-A2A-User-Delegation: Bearer ${delegation}`]),
    ...(body === undefined
      ? []
      : [`Content-Type: ${contentType}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`);
}

/** A place in a request that is filled anew each time it is sent, always with the same number of digits. */
export class NumberedRequest {
  private readonly at: number;

  /** In: a request that holds {@link NumberedRequest.HOLE} once. */
  constructor(private readonly bytes: Buffer) {
    this.at = bytes.indexOf(NumberedRequest.HOLE);
  }

  /** Stands in a request where the number goes. */
  static readonly HOLE = '############';

  /** The request with this number in it; the same memory every time. */
  numbered(number: number): Buffer {
    this.bytes.write(String(number).padStart(NumberedRequest.HOLE.length, '0'), this.at, 'latin1');
    return this.bytes;
  }
}
