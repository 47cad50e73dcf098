import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Observable } from 'rxjs';
import { invalidRequest } from '../problem/problem';
import { RouteTable } from '../routes/route-table';
import { parseJsonBody } from './json-body';
import { parseQuery } from './query-string';
import { jsonBytes } from './request-body';

/** Reads body and query strictly, after the guard and before any DTO is made: nobody without a role is parsed. */
@Injectable()
export class RequestInputInterceptor implements NestInterceptor {
  constructor(private readonly table: RouteTable) {}

  /** Fills `body` and `query`, or throws the 400. */
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const route = this.table.of(context.getClass(), context.getHandler().name);
    if (route.open !== undefined) return next.handle();
    const query = parseQuery(request.raw.url ?? '');
    if (!query.ok) throw invalidRequest([query.error]);
    const unknown = route.takesQuery ? [] : Object.keys(query.value);
    if (unknown.length > 0) {
      throw invalidRequest(
        unknown.map(path => ({ path, code: 'unknown_member', message: 'There is no such parameter.' })),
      );
    }
    request.query = query.value;
    if (route.takesBody) request.body = await jsonBody(request);
    return next.handle();
  }
}

async function jsonBody({ raw }: FastifyRequest): Promise<Record<string, unknown>> {
  const parsed = parseJsonBody(await jsonBytes(raw, raw.headers['content-type']));
  if (!parsed.ok) throw invalidRequest([parsed.error]);
  return parsed.value;
}
