import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { classifyFailure } from './classify-failure';
import type { EgressAnswer, EgressRequest } from './egress-client';
import { EgressError } from './egress-error';

/** Methods that a server may be asked twice (RFC 9110 9.2.2), so that a kept connection which died unused costs nothing. */
const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
const REDIRECTS = new Set([300, 301, 302, 303, 305, 307, 308]);

/**
 * One HTTP exchange over `agent`, within one deadline. A safe request whose kept connection turned out dead before any
 * byte of an answer is sent once more. Throws {@link EgressError} only.
 */
export async function exchange(url: URL, request: EgressRequest, agent: Agent): Promise<EgressAnswer> {
  const deadlineMs = performance.now() + request.timeoutMs;
  const first = new Exchange(url, request, agent, deadlineMs);
  try {
    return await first.run();
  } catch (error) {
    if (!(error instanceof EgressError) || error.code !== 'connect' || !first.diedUnused) throw error;
    if (request.once === true) throw error;
    return new Exchange(url, request, agent, deadlineMs).run();
  }
}

class Exchange {
  private established = false;
  private answered = false;
  private outgoing: ClientRequest | undefined;

  constructor(
    private readonly url: URL,
    private readonly request: EgressRequest,
    private readonly agent: Agent,
    private readonly deadlineMs: number,
  ) {}

  /** True when a safe request met a kept connection that the other side had already closed. */
  get diedUnused(): boolean {
    const reused = this.outgoing?.reusedSocket === true;
    return reused && !this.answered && SAFE_METHODS.has(this.request.method ?? 'GET');
  }

  run(): Promise<EgressAnswer> {
    return new Promise((resolve, reject) => {
      const { signal } = this.request;
      const fail = (error: unknown) => {
        finish();
        reject(classifyFailure(error, this.established));
        this.outgoing?.destroy();
      };
      const abort = () => fail(new EgressError('aborted', 'the caller gave up', this.established));
      const timer = setTimeout(
        () => fail(new EgressError('timeout', 'no whole answer before the deadline', this.established)),
        Math.max(0, this.deadlineMs - performance.now()),
      );
      const finish = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      try {
        this.outgoing = this.send(answer => {
          this.answered = true;
          this.read(answer).then(whole => {
            finish();
            resolve(whole);
          }, fail);
        }, fail);
      } catch (error) {
        fail(error);
      }
    });
  }

  private send(onAnswer: (answer: IncomingMessage) => void, onError: (error: Error) => void): ClientRequest {
    const { body = '' } = this.request;
    const open = this.url.protocol === 'http:' ? httpRequest : httpsRequest;
    const outgoing = open(this.url, {
      method: this.request.method ?? 'GET',
      agent: this.agent,
      headers: {
        ...this.request.headers,
        'accept-encoding': 'identity',
        ...(body.length > 0 && { 'content-length': String(Buffer.byteLength(body)) }),
      },
    });
    outgoing.on('socket', socket => this.watch(outgoing, socket));
    outgoing.on('response', onAnswer);
    outgoing.on('error', onError);
    outgoing.on('upgrade', (_answer, socket) => {
      socket.destroy();
      onError(new EgressError('protocol', 'the server switched protocols', true));
    });
    outgoing.end(body);
    return outgoing;
  }

  /** A kept connection counts as established from the start: nothing tells how much of the request arrived. */
  private watch(outgoing: ClientRequest, socket: Socket): void {
    if (outgoing.reusedSocket) {
      this.established = true;
      return;
    }
    socket.once(this.url.protocol === 'http:' ? 'connect' : 'secureConnect', () => {
      this.established = true;
    });
  }

  private async read(answer: IncomingMessage): Promise<EgressAnswer> {
    const { maxBytes } = this.request;
    const status = answer.statusCode ?? 0;
    if (REDIRECTS.has(status)) throw new EgressError('redirect', `the server redirects (${status})`, true);
    if (!/^(identity)?$/i.test(answer.headers['content-encoding'] ?? '')) {
      throw new EgressError('protocol', 'the answer is compressed though none was asked for', true);
    }
    const tooLarge = () => new EgressError('too_large', `the answer is over ${maxBytes} bytes`, true);
    if (Number(answer.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return { status, headers: answer.headers, body: Buffer.concat(chunks, size) };
  }
}
