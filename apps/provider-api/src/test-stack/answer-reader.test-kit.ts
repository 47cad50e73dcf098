import type { A2aAnswer } from '@surety/testing';

const HEAD_END = Buffer.from('\r\n\r\n');
const STATUS_LINE = /^HTTP\/1\.1 (\d{3}) /;

interface Head {
  readonly status: number;
  readonly headers: Headers;
  /** Where the body begins. */
  readonly bodyAt: number;
}

/**
 * Reads HTTP/1.1 answers off the bytes of one connection, strictly and with nothing of Node's own: what a server sends is
 * judged, so the judge must not forgive. Informational answers are skipped.
 */
export class AnswerReader {
  private bytes: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): void {
    this.bytes = this.bytes.length === 0 ? chunk : Buffer.concat([this.bytes, chunk]);
  }

  /** Bytes that belong to no answer that was read. */
  get rest(): number {
    return this.bytes.length;
  }

  /** The next whole answer, to a request of this method; undefined while it has not arrived. Throws for what is no HTTP. */
  next(method: string): A2aAnswer | undefined {
    const head = this.head();
    if (!head) return undefined;
    const { status, headers, bodyAt } = head;
    if (status < 200) {
      this.bytes = this.bytes.subarray(bodyAt);
      return this.next(method);
    }
    const bodiless = method === 'HEAD' || status === 204 || status === 304;
    const end = bodiless ? bodyAt : bodyAt + lengthOf(headers);
    if (this.bytes.length < end) return undefined;
    const text = this.bytes.subarray(bodyAt, end).toString('utf8');
    this.bytes = this.bytes.subarray(end);
    return { status, headers, text };
  }

  private head(): Head | undefined {
    const end = this.bytes.indexOf(HEAD_END);
    if (end === -1) return undefined;
    const [first = '', ...lines] = this.bytes.subarray(0, end).toString('latin1').split('\r\n');
    const status = Number(STATUS_LINE.exec(first)?.[1]);
    if (Number.isNaN(status)) throw new Error(`no status line: ${JSON.stringify(first.slice(0, 200))}`);
    const headers = new Headers();
    for (const line of lines) {
      const colon = line.indexOf(':');
      headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    return { status, headers, bodyAt: end + HEAD_END.length };
  }
}

/** Every answer of the Provider says how long it is, so that a proxy can tell a cut one from a whole one. */
function lengthOf(headers: Headers): number {
  const length = headers.get('content-length') ?? '';
  if (!/^\d+$/.test(length)) throw new Error(`an answer without Content-Length: ${[...headers].join('; ')}`);
  return Number(length);
}
