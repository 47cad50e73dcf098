import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import { entityTag } from './if-match';

/** What answers show of their version: `revision` where `version` is the object's own word (Brands). */
interface Versioned {
  readonly version?: unknown;
  readonly revision?: unknown;
}

/** Sends the version of a single object as its `ETag` (PACT wire §6). */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  /** Passes the answer on unchanged. */
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer: unknown) => {
        const version = versionOf(answer);
        if (version !== undefined) void reply.header('etag', entityTag(version));
        return answer;
      }),
    );
  }
}

function versionOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { version, revision } = answer as Versioned;
  const found = revision ?? version;
  return typeof found === 'number' ? found : undefined;
}
