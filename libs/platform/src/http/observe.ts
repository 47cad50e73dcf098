import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Metrics } from '../metrics/metrics';

/** Seconds; from a cached answer to an agent that uses its whole deadline. */
const LATENCY_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/**
 * Counts every answer in a latency histogram by method, route pattern and status, never by what a caller sent. One line a
 * request goes to the log at `debug`, at `warn` when the answer is a server fault; path without query.
 */
export function observeAnswers(server: FastifyInstance, metrics: Metrics, logger: Logger): void {
  const latency = metrics.histogram({
    name: 'surety_http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: LATENCY_BUCKETS,
  });
  server.addHook('onResponse', (request, reply, done) => {
    const route = request.routeLabel ?? request.routeOptions.url ?? 'unmatched';
    const status = reply.statusCode;
    latency.observe({ method: request.method, route, status: String(status) }, reply.elapsedTime / 1000);
    const level = status >= 500 ? 'warn' : 'debug';
    if (logger.isLevelEnabled(level)) {
      const [path] = request.url.split('?');
      const elapsedMs = Math.round(reply.elapsedTime);
      logger[level]({ requestId: request.id, method: request.method, path, status, elapsedMs }, 'answered');
    }
    done();
  });
}
