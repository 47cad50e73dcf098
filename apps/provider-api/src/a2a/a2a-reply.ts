import { A2A_MEDIA_TYPE, NO_STORE } from '@surety/a2a';
import type { FastifyReply } from 'fastify';

/**
 * Sends an A2A answer: exactly the A2A media type without a charset (P2), never stored by caches. A Buffer goes out, since
 * Fastify appends a charset to every JSON string.
 */
export function sendA2a(reply: FastifyReply, status: number, body: object): void {
  void reply
    .code(status)
    .header('content-type', A2A_MEDIA_TYPE)
    .header('cache-control', NO_STORE)
    .send(Buffer.from(JSON.stringify(body)));
}
