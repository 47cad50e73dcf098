import { A2aError, errorEnvelope } from '@surety/a2a';
import type { Logger } from '@surety/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendA2a } from '../a2a/a2a-reply';
import { routeOf } from '../a2a/provider-routes';
import { BareRefusal } from './refusals';

/**
 * The one place where the Provider's errors are written (PACT 6): a bare refusal keeps its status and has no body, an A2A
 * error becomes the envelope, anything unexpected becomes INTERNAL with the request id and is told to the operator alone.
 */
@Catch()
export class ProviderExceptionFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) return;
    if (error instanceof BareRefusal) return sendBare(reply, error.status, error.headers());
    if (error instanceof HttpException && routeOf(request.raw).kind !== 'operation') {
      return this.sendOriginError(reply, error);
    }
    this.sendEnvelope(reply, error, request);
  }

  private sendEnvelope(reply: FastifyReply, error: unknown, request: FastifyRequest): void {
    const requestId = String(reply.getHeader('request-id'));
    if (error instanceof A2aError) {
      if (error.reason === 'INTERNAL')
        this.log.error({ requestId, detail: error.detail, err: error.cause }, error.message);
      const { http, body } = errorEnvelope(error.reason, error.message, requestId);
      return sendA2a(reply, http, body);
    }
    this.log.error({ requestId, method: request.method, err: error }, 'unexpected failure');
    const { http, body } = errorEnvelope('INTERNAL', 'Internal error', requestId);
    sendA2a(reply, http, body);
  }

  /** Health and keys are no A2A operations: their failures keep Nest's status and body. */
  private sendOriginError(reply: FastifyReply, error: HttpException): void {
    const status = error.getStatus();
    if (status === 404) return sendBare(reply, 404, {});
    void reply.code(status).header('cache-control', 'no-store').send(error.getResponse());
  }
}

function sendBare(reply: FastifyReply, status: number, headers: Record<string, string>): void {
  void reply
    .code(status)
    .headers({ ...headers, 'cache-control': 'no-store', 'content-length': '0' })
    .send();
}
