import type { FastifyReply, FastifyRequest } from 'fastify';

/** Any site may read it. */
export const CORS = { 'access-control-allow-origin': '*' } as const;

/** Answers the preflight of a document that any site may read (P5). */
export const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
} as const;

const CACHE = { 'cache-control': 'public, max-age=300' };

/** Sends JSON that anybody on any site may read and keep for five minutes (P5, PACT wire 3), or answers the preflight. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, document: Buffer): void {
  if (request.method === 'OPTIONS') {
    void reply
      .code(204)
      .headers({ ...PREFLIGHT, ...CACHE })
      .send();
    return;
  }
  void reply
    .code(200)
    .headers({ ...CORS, ...CACHE, 'content-type': 'application/json' })
    .send(document);
}
