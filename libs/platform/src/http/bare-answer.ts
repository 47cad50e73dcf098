import { HttpException } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

const NO_STORE = 'no-store';

/** Sends a status without a body (PACT 3.4, 2.2). */
export function sendBare(
  reply: FastifyReply,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): void {
  void reply
    .code(status)
    .headers({ ...headers, 'cache-control': NO_STORE, 'content-length': '0' })
    .send();
}

/** Sends what Nest says of a route that is no operation, such as health: its status and body, but of a 404 none. */
export function sendOriginError(reply: FastifyReply, error: HttpException): void {
  const status = error.getStatus();
  if (status === 404) return sendBare(reply, 404);
  void reply.code(status).header('cache-control', NO_STORE).send(error.getResponse());
}
