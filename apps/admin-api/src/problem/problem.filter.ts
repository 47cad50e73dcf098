import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  NotFoundException,
} from '@nestjs/common';
import { isUnavailable, LOGGER, type Logger } from '@surety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RouteTable } from '../routes/route-table';
import { invalidRequest, notFound, Problem, problemBody } from './problem';

/** The one place that writes errors: every one becomes `application/problem+json` (PACT wire §6, RFC 9457). */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly table: RouteTable,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers the request; what was no refusal of ours is logged with its cause and told as internal. */
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const problem = toProblem(error, path => this.table.allow(path), request.url);
    if (problem.status >= 500) this.logger.error({ requestId: request.id, err: error }, 'request failed');
    void reply
      .code(problem.status)
      .headers({
        ...problem.headers,
        'cache-control': 'no-store',
        'content-type': 'application/problem+json',
      })
      .send(Buffer.from(JSON.stringify(problemBody(problem, request.id))));
  }
}

/**
 * The refusal that an error stands for. In: what was thrown, the verbs of a path, and the request target. Out: our own
 * Problems as they are; 404 or 405 for an unrouted request; 400 for what the server itself refused; 503 when the
 * database is away (P37); else internal, whose cause is never told.
 */
export function toProblem(
  error: unknown,
  allow: (path: string) => string | undefined,
  target: string,
): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof NotFoundException) return unrouted(allow(target.split('?', 1)[0] ?? ''));
  if (isUnavailable(error)) return new Problem('unavailable', 'Try again in a moment.', { cause: error });
  if (statusOf(error) >= 400 && statusOf(error) < 500) {
    const fault = { path: '', code: 'bad_request', message: 'The server cannot read this request.' };
    return invalidRequest([fault], { cause: error });
  }
  return new Problem('internal', 'Tell the operator this request id.', { cause: error });
}

function unrouted(allowed: string | undefined): Problem {
  if (allowed === undefined) return notFound();
  return new Problem('method_not_allowed', `Use ${allowed}.`, { headers: { allow: allowed } });
}

/** The status of an error of Nest or Fastify, 500 for any other. */
function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}
