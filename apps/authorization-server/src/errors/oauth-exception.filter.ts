import { OAuthError, oauthErrorAnswer } from '@surety/device-grant';
import { BareRefusal } from '@surety/identity';
import { type Logger, isUnavailable, sendBare, sendOriginError } from '@surety/platform';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { foundBrandOf } from '../admission/admission.pipeline';
import { PageExchange } from '../pages/page-exchange';
import { PageRefusal } from '../pages/page-refusal';
import { routeOf } from '../routes/oauth-routes';

/**
 * The one place where errors of the authorization server are written (P37, PACT wire 3): bare refusals without a body, OAuth
 * errors as JSON, refusals of pages as pages. What nobody foresaw becomes temporarily_unavailable of the right kind, never a
 * 401 or invalid_grant, which a client would believe for ever.
 */
@Catch()
export class OAuthExceptionFilter implements ExceptionFilter {
  constructor(
    private readonly pages: PageExchange,
    private readonly log: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const context = host.switchToHttp();
    const reply = context.getResponse<FastifyReply>();
    const request = context.getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.headersSent) return;
    if (error instanceof BareRefusal) {
      this.tellRefusal(request, error.status, error.detail);
      return sendBare(reply, error.status, error.headers());
    }
    const route = routeOf(request.raw);
    if (route.kind !== 'brand') return this.refuseOrigin(request, reply, error);
    if (route.route.audience === 'browser') return this.refusePage(request, reply, error);
    this.refuseClient(request, reply, error);
  }

  /** Health, metrics and assets belong to no Brand. */
  private refuseOrigin(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    if (error instanceof HttpException) return sendOriginError(reply, error);
    this.tellFault(request, error);
    sendBare(reply, 503);
  }

  private refuseClient(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const code = error instanceof OAuthError ? error.code : 'temporarily_unavailable';
    if (error instanceof OAuthError) this.tellRefusal(request, code, error.detail);
    else this.tellFault(request, error);
    const { status, headers, body } = oauthErrorAnswer(code);
    void reply.code(status).headers(headers).send(Buffer.from(body));
  }

  private refusePage(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
    const isRefusal = error instanceof PageRefusal;
    if (isRefusal) this.tellRefusal(request, error.status, error.detail);
    else this.tellFault(request, error);
    const refusal = isRefusal
      ? error
      : new PageRefusal('unavailable', 'unexpected failure', { cause: error });
    this.pages.refuse(request, reply, refusal, foundBrandOf(request));
  }

  private tellRefusal({ id }: FastifyRequest, answer: number | string, detail: string): void {
    this.log.debug({ requestId: id, answer, detail }, 'refused');
  }

  /** A store that is away is the operator's to mend and no fault of the code: it has its own level. */
  private tellFault({ id, method }: FastifyRequest, error: unknown): void {
    const facts = { requestId: id, method, err: error };
    if (isUnavailable(error)) this.log.warn(facts, 'the store cannot be asked');
    else this.log.error(facts, 'unexpected failure');
  }
}
