import { invariant } from '@surety/kernel';
import type { FastifyInstance } from 'fastify';

/** A row of a route table, and the internal path at which its handler has to stand. */
export interface HandledRoute {
  readonly path: string;
  readonly verbs: readonly string[];
}

/** Refuses to start while a row of the route table has no handler. Throws InvariantViolation when the server gets ready. */
export function requireHandlers(server: FastifyInstance, routes: readonly HandledRoute[]): void {
  server.addHook('onReady', async () => {
    for (const { path, verbs } of routes) {
      for (const verb of verbs) {
        const isHandled = server.hasRoute({ method: verb as 'GET', url: path });
        invariant(isHandled, `no handler for ${verb} ${path}`);
      }
    }
  });
}
