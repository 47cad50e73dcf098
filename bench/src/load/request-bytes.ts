/** A request on a keep-alive connection. */
export interface RequestParts {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly token: string;
  /** JSON text. */
  readonly body?: string;
}

/** The whole bytes of a request. */
export function requestBytes({ method, path, token, body }: RequestParts): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    ...(body === undefined
      ? []
      : ['Content-Type: application/a2a+json', `Content-Length: ${Buffer.byteLength(body)}`]),
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
