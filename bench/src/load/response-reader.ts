/** One answer to a request on a connection. */
export interface Answer {
  readonly status: number;
  readonly body: Buffer;
}

/** The server sent what this reader, made for our own servers, does not take. */
export class UnreadableAnswer extends Error {}

const NOTHING = Buffer.alloc(0);
const HEAD_END = '\r\n\r\n';
const STATUS_LINE = /^HTTP\/1\.1 (\d{3})(?: |\r)/;
const LENGTH = /\r\ncontent-length: *(\d+) *\r/i;

/**
 * Cuts the bytes of one keep-alive connection into HTTP/1.1 answers. It knows bodies of a stated length only and looks at no
 * other header: what it costs is not to be seen beside what the server costs.
 */
export class ResponseReader {
  private rest: Buffer = NOTHING;

  /** In: bytes as they came. Out: the answers that they complete. Throws UnreadableAnswer. */
  read(chunk: Buffer): Answer[] {
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const answers: Answer[] = [];
    for (;;) {
      const headEnd = bytes.indexOf(HEAD_END);
      if (headEnd < 0) break;
      const bodyStart = headEnd + HEAD_END.length;
      const { status, length } = readHead(bytes.toString('latin1', 0, headEnd + 1));
      if (bytes.length < bodyStart + length) break;
      answers.push({ status, body: bytes.subarray(bodyStart, bodyStart + length) });
      bytes = bytes.subarray(bodyStart + length);
    }
    this.rest = bytes;
    return answers;
  }
}

/** In: status line and headers, up to the first character of the empty line. */
function readHead(head: string): { status: number; length: number } {
  const status = STATUS_LINE.exec(head)?.[1];
  if (status === undefined) throw new UnreadableAnswer(`not an HTTP/1.1 answer: ${head.slice(0, 40)}`);
  const length = LENGTH.exec(head)?.[1];
  if (length === undefined) throw new UnreadableAnswer(`an answer without Content-Length: ${head}`);
  return { status: Number(status), length: Number(length) };
}
