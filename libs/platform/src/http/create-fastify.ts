import type { IncomingMessage, ServerResponse } from 'node:http';
import { LIMITS } from '@surety/kernel';
import { type FastifyInstance, fastify } from 'fastify';
import { answerClientError } from './client-error';
import type { DrainState } from './drain-state';
import { REQUEST_ID_HEADER, newRequestId } from './request-id';

declare module 'fastify' {
  interface FastifyRequest {
    /** Names a route that was matched by hand in metrics; never set it from what a caller sent. */
    routeLabel: string | undefined;
  }
}

/** How an app takes bodies: not at all, so that its handlers read them after authentication, or parsed as JSON. */
export type BodyMode = 'unread' | 'json';

/** Maps the address of a request to the path that is routed; for apps that match addresses by a table of their own. */
export type RewriteUrl = (request: IncomingMessage) => string;

const HEADERS_TIMEOUT_MS = 10_000;
/** For receiving a whole request; how long the answer takes is not limited by it. */
const REQUEST_TIMEOUT_MS = 30_000;
const CHECK_INTERVAL_MS = 2_000;
/** Over the 60 s after which common balancers drop an idle connection, so that they, not we, end it. */
const KEEP_ALIVE_MS = 72_000;
const PARAM_CHARACTERS_MAX = 8_192;

/**
 * The HTTP server below Nest: 64 KiB of headers (P27), a fresh `Request-Id` on every answer, timeouts against clients
 * that never finish, no trust in forwarded headers, and an empty 404 for a path that cannot be decoded.
 */
export function createFastify(drain: DrainState, bodies: BodyMode, rewriteUrl?: RewriteUrl): FastifyInstance {
  const server = fastify({
    http: {
      maxHeaderSize: LIMITS.serverHeaderBytes,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: CHECK_INTERVAL_MS,
      requireHostHeader: false,
    },
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    bodyLimit: LIMITS.bodyBytes,
    routerOptions: { maxParamLength: PARAM_CHARACTERS_MAX },
    rewriteUrl,
    logger: false,
    trustProxy: false,
    return503OnClosing: false,
    genReqId: newRequestId,
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => {
      reply.raw.writeHead(404, { [REQUEST_ID_HEADER]: request.id, 'Content-Length': 0 }).end();
    },
  });
  server.decorateRequest('routeLabel', undefined);
  server.server.prependListener('request', (_request, answer: ServerResponse) => drain.enter(answer));
  server.server.prependListener('request', closeAfterUpgrade);
  server.server.on('checkExpectation', refuseExpectation);
  // Node would drop every header behind the 2,000th in silence, and with it one that a check must see.
  server.server.maxHeadersCount = 0;
  identifyAnswers(server);
  if (bodies === 'unread') leaveBodiesUnread(server);
  return server;
}

/**
 * RFC 9110 7.8 lets an upgrade be ignored, but Node's parser then tells no error of what follows on the connection, which
 * would hang until a timeout; so the connection ends with the answer.
 */
function closeAfterUpgrade({ headers }: IncomingMessage, answer: ServerResponse): void {
  if (headers.upgrade !== undefined) answer.shouldKeepAlive = false;
}

/** RFC 9110 10.1.1: an expectation other than `100-continue` is a 417; Fastify never sees it. */
function refuseExpectation(_request: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(417, { [REQUEST_ID_HEADER]: newRequestId(), 'Content-Length': 0 }).end();
}

/**
 * The first hook of all, so that whatever answers later carries the id. RFC 9112 3.2: an HTTP/1.1 request without Host is
 * a 400, which Node itself would send without an id; so is any request with more than one, of which Node takes the first.
 */
function identifyAnswers(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID_HEADER, request.id);
    const { rawHeaders, httpVersion } = request.raw;
    const hosts = countOf(rawHeaders, 'host');
    if (hosts === 1 || (hosts === 0 && httpVersion !== '1.1')) done();
    else reply.code(400).header('Connection', 'close').send();
  });
}

/** How many lines of a header were sent. In: the raw headers, name and value in turn, and the name in lower case. */
function countOf(rawHeaders: readonly string[], name: string): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at];
    if (sent?.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count;
}

/**
 * P3, field row 9: the Content-Type decides nothing. To Fastify no verb has a body then: it neither looks at the
 * Content-Type, to which it would answer 415, nor prepares a parser for every request.
 */
function leaveBodiesUnread(server: FastifyInstance): void {
  for (const verb of server.supportedMethods) {
    server.addHttpMethod(verb, { hasBody: false, overrideExisting: true });
  }
}
