import type { IncomingMessage } from 'node:http';
import { type Result, err, ok } from '@surety/kernel';

/** Why a body could not be read: longer than allowed, or the caller went away. */
export type BodyFault = 'too_large' | 'aborted';

/**
 * Reads the body of a request once, whole. In: the raw request of an app whose bodies are `unread`, and the bound in
 * bytes. What is over the bound is never kept in memory. Out: the bytes (none = empty), or why there are none.
 */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Result<Buffer, BodyFault>> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(err('too_large'));
  return new Promise(resolve => {
    const chunks: Buffer[] = [];
    let size = 0;
    const settle = (outcome: Result<Buffer, BodyFault>) => {
      request.off('data', take).off('end', end).off('error', abort).off('close', abort);
      resolve(outcome);
    };
    const take = (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) settle(err('too_large'));
      else chunks.push(chunk);
    };
    const end = () => settle(ok(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)));
    const abort = () => settle(err('aborted'));
    if (request.destroyed) return abort();
    request.on('data', take).on('end', end).on('error', abort).on('close', abort);
  });
}
