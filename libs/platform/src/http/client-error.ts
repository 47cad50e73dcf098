import { STATUS_CODES } from 'node:http';
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

/**
 * Answers what is no HTTP request: broken syntax 400, headers over the limit 431, a request that never ends 408.
 * A connection on which an answer has begun is cut instead, since a second status line would be read as its body.
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (answered.has(socket)) return;
  answered.add(socket);
  const begun = (socket as { _httpMessage?: { headersSent: boolean } | null })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || begun) {
    socket.destroy();
    return;
  }
  socket.on('error', () => socket.destroy());
  socket.end(bareAnswer(STATUS_BY_CODE[error.code ?? ''] ?? 400));
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}
