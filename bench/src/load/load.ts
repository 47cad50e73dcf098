import { percentile } from '../statistics';
import { Connection } from './connection';
import type { Answer } from './response-reader';

/** What to send, over how many connections, and for how long. */
export interface Load {
  /** Of the server on 127.0.0.1. */
  readonly port: number;
  readonly connections: number;
  /** Ends by time, or by the number of requests. */
  readonly until: { readonly seconds: number } | { readonly requests: number };
  /** The bytes of the next request; asked once for each. They must stay as they are until it is answered. */
  readonly next: () => Buffer;
  /** Hears every answer with the request that it belongs to, for what a later load needs of it. */
  readonly heard?: (answer: Answer, request: Buffer) => void;
}

/** What came of a load; times are milliseconds. */
export interface LoadFigures {
  readonly perSecond: number;
  readonly requests: number;
  /** Answers other than 200. */
  readonly failures: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Share of one core that this process took meanwhile, 0 to 1: near 1 the generator itself would be the limit. */
  readonly generatorBusy: number;
}

/** Each connection sends its next request when the one before is answered. Throws when a connection breaks. */
export async function applyLoad(load: Load): Promise<LoadFigures> {
  const connections = await Promise.all(
    Array.from({ length: load.connections }, () => Connection.open(load.port)),
  );
  const latencies: number[] = [];
  let failures = 0;
  const usage = process.cpuUsage();
  const startMs = performance.now();
  const hasMore = lastingUntil(load.until, startMs);
  const drive = (connection: Connection) =>
    new Promise<void>(resolve => {
      const step = () => {
        if (!hasMore()) return resolve();
        const sentMs = performance.now();
        const request = load.next();
        connection.send(request, answer => {
          latencies.push(performance.now() - sentMs);
          if (answer.status !== 200) failures += 1;
          load.heard?.(answer, request);
          step();
        });
      };
      step();
    });
  try {
    await Promise.all(connections.map(one => Promise.race([drive(one), one.broken])));
  } finally {
    connections.forEach(connection => connection.close());
  }
  const elapsedMs = performance.now() - startMs;
  const { user, system } = process.cpuUsage(usage);
  return {
    perSecond: latencies.length / (elapsedMs / 1000),
    requests: latencies.length,
    failures,
    p50: percentile(latencies, 50),
    p95: percentile(latencies, 95),
    p99: percentile(latencies, 99),
    generatorBusy: (user + system) / 1000 / elapsedMs,
  };
}

function lastingUntil(until: Load['until'], startMs: number): () => boolean {
  if ('seconds' in until) {
    const endMs = startMs + until.seconds * 1000;
    return () => performance.now() < endMs;
  }
  let left = until.requests;
  return () => left-- > 0;
}
