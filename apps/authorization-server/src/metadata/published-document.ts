import type { FastifyReply, FastifyRequest } from 'fastify';

const CORS = { 'access-control-allow-origin': '*' };
const PREFLIGHT = {
  ...CORS,
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '600',
};
const CACHE_CONTROL = 'public, max-age=300';

/** Sends a document that anybody on any site may read and keep for five minutes (P5, PACT wire 3), or answers the preflight. */
export function sendPublished(request: FastifyRequest, reply: FastifyReply, document: Buffer): void {
  const shared = { 'cache-control': CACHE_CONTROL };
  if (request.method === 'OPTIONS') {
    void reply
      .code(204)
      .headers({ ...PREFLIGHT, ...shared })
      .send();
    return;
  }
  void reply
    .code(200)
    .headers({ ...CORS, ...shared, 'content-type': 'application/json' })
    .send(document);
}
