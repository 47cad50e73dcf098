import { type Server, createServer } from 'node:http';
import { REQUEST_ID_HEADER, newRequestId } from '../http/request-id';
import type { Metrics } from './metrics';

/**
 * Serves `GET /metrics`, and nothing else, on a port of its own (`SURETY_METRICS_PORT`).
 * Throws what the system says when the port cannot be bound.
 */
export function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, answer) => {
    answer.setHeader(REQUEST_ID_HEADER, newRequestId());
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      answer.writeHead(404).end();
      return;
    }
    metrics.exposition().then(
      ({ contentType, text }) => answer.writeHead(200, { 'Content-Type': contentType }).end(text),
      () => answer.writeHead(500).end(),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
