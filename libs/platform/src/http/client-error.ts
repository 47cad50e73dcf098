import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_ID_HEADER, newRequestId } from './request-id';

/** What the parser of Node found, by its code; everything else is a plain 400. */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};
/** Time for the answer to arrive before the connection is cut; milliseconds. */
const LINGER_MS = 500;

/** Whole bytes of an answer without body that no handler could give; the connection ends with it. */
export function bareAnswer(status: number): string {
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `${REQUEST_ID_HEADER}: ${newRequestId()}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Length: 0',
    'Connection: close',
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

const answered = new WeakSet<Socket>();

/** What Node knows of a connection: the answer that is due first, and the request that is being read. */
interface HttpSocket extends Socket {
  readonly _httpMessage?: ServerResponse | null;
  readonly parser?: { readonly incoming?: IncomingMessage | null } | null;
}

/**
 * Answers what is no HTTP request: broken syntax 400, headers over the limit 431, a request that never ends 408.
 * Answers that are still due to good requests before it go first (RFC 9112 9.3.2), or the refusal would be read as one of
 * them. A connection on which the answer to the broken request itself has begun is cut, since a second status line would be
 * read as its body.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  if (error.code === 'ECONNRESET') socket.destroy();
  else refuseInTurn(error, socket);
}

function refuseInTurn(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  const due = socket._httpMessage;
  const isOfBroken = due?.req === socket.parser?.incoming && due?.req.complete === false;
  if (due && !isOfBroken) {
    due.once('close', () => refuseInTurn(error, socket));
    return;
  }
  if (!socket.writable || due?.headersSent) {
    socket.destroy();
    return;
  }
  socket.on('error', () => socket.destroy());
  socket.end(bareAnswer(STATUS_BY_CODE[error.code ?? ''] ?? 400));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
