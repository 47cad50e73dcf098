import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { type Logger, LOGGER, Settings, SourceAddress } from '@surety/platform';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { forwardedAnswerHeaders, forwardedRequestHeaders } from './forwarded-headers';
import { unavailableAnswer } from './unavailable-answer';

/** An address of the authorization server, as {@link resolveRoute} of the Provider finds it. */
export interface OAuthTarget {
  /** Decoded, for decisions. */
  readonly path: string;
  /** The request target in origin form as it came. */
  readonly target: string;
}

/** How long the authorization server may be silent; far above its own limits. */
const SILENCE_MS = 30_000;

/**
 * One public origin (PACT wire 7): the Provider hands what is the authorization server's on to it, unread and unjudged, and streams
 * back what it answers. The Host of a request decides nothing there; our own view of its source goes along.
 */
@Injectable()
export class OAuthForwarder implements OnApplicationShutdown {
  private readonly upstream: URL | undefined;
  private readonly agent: http.Agent;
  private readonly isHttps: boolean;

  constructor(
    settings: Settings,
    private readonly sources: SourceAddress,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    this.upstream = settings.oauthUpstream === undefined ? undefined : new URL(settings.oauthUpstream);
    this.isHttps = settings.publicUrl.startsWith('https:');
    const Agent = this.upstream?.protocol === 'https:' ? https.Agent : http.Agent;
    this.agent = new Agent({ keepAlive: true });
  }

  /** Whether there is one to hand on to; without it the ingress routes by path, and such an address is unknown here. */
  get isOpen(): boolean {
    return this.upstream !== undefined;
  }

  /** Takes the request over: Fastify answers it no more. Every failure is a 503 of the kind that the caller expects. */
  forward(request: FastifyRequest, reply: FastifyReply, { path, target }: OAuthTarget): void {
    const { upstream } = this;
    if (!upstream) return;
    reply.hijack();
    const incoming = request.raw;
    const answer = reply.raw;
    const client = upstream.protocol === 'https:' ? https : http;
    const outgoing = client.request({
      agent: this.agent,
      protocol: upstream.protocol,
      hostname: upstream.hostname.replace(/^\[|\]$/g, ''),
      port: upstream.port,
      method: incoming.method,
      path: target,
      headers: forwardedRequestHeaders(incoming.rawHeaders, upstream.host, this.sources.of(request)),
      timeout: SILENCE_MS,
    });
    outgoing.on('response', received => sendBack(received, answer));
    outgoing.on('timeout', () => outgoing.destroy(new Error('the authorization server is silent')));
    outgoing.on('error', error => this.fail(error, request, answer, path));
    answer.on('close', () => outgoing.destroy());
    sendOn(incoming, outgoing);
  }

  onApplicationShutdown(): void {
    this.agent.destroy();
  }

  private fail(error: Error, { id }: FastifyRequest, answer: ServerResponse, path: string): void {
    // Once it answers, what breaks is told by its answer: a body that it would not read is no fault.
    if (answer.destroyed || answer.headersSent) return;
    this.log.warn({ requestId: id, err: error }, 'the authorization server cannot be reached');
    const { headers, body } = unavailableAnswer(path, this.isHttps);
    answer.writeHead(503, { ...headers, 'Request-Id': id, 'Content-Length': Buffer.byteLength(body) });
    answer.end(body);
  }
}

/** Streams the body on; a request that announces none ends at once, so that no chunked one is made of it. */
function sendOn(incoming: IncomingMessage, outgoing: http.ClientRequest): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers;
  if (length === undefined && encoding === undefined) {
    outgoing.end();
    return;
  }
  incoming.pipe(outgoing);
  // What nobody wants any more is read and thrown away, else the caller's connection would never get free.
  outgoing.on('close', () => {
    incoming.unpipe(outgoing);
    incoming.resume();
  });
}

function sendBack(received: IncomingMessage, answer: ServerResponse): void {
  answer.writeHead(received.statusCode ?? 502, forwardedAnswerHeaders(received.rawHeaders));
  received.on('error', () => answer.destroy());
  received.pipe(answer);
}
