import { A2aError, errorEnvelope, internalError } from '@surety/a2a';
import { BareRefusal } from '@surety/identity';
import { type Logger, sendBare, sendOriginError } from '@surety/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendA2a } from '../a2a/a2a-reply';
import { routeOf } from '../a2a/provider-routes';

/**
 * The one place where the Provider's errors are written (PACT 6): a bare refusal keeps its status and has no body, an A2A
 * error becomes the envelope, anything unexpected becomes INTERNAL with the request id. Why is told to the operator alone: at
 * `error` what is our fault, at `debug` what is the caller's.
 */
@Catch()
export class ProviderExceptionFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const context = host.switchToHttp();
    const reply = context.getResponse<FastifyReply>();
    const request = context.getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) return;
    if (error instanceof BareRefusal) {
      this.log.debug({ requestId: request.id, status: error.status, detail: error.detail }, 'refused');
      return sendBare(reply, error.status, error.headers());
    }
    if (error instanceof HttpException && routeOf(request.raw).kind !== 'operation') {
      return sendOriginError(reply, error);
    }
    const refusal =
      error instanceof A2aError ? error : internalError({ detail: 'unexpected failure', cause: error });
    this.tell(refusal, request);
    const { http, body } = errorEnvelope(refusal.reason, refusal.message, request.id);
    sendA2a(reply, http, body);
  }

  private tell({ reason, message, detail, cause }: A2aError, { id, method }: FastifyRequest): void {
    const facts = { requestId: id, method, reason, detail, err: cause };
    if (reason === 'INTERNAL') this.log.error(facts, message);
    else this.log.debug({ ...facts, message }, 'refused');
  }
}
