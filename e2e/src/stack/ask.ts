import { Agent, type OutgoingHttpHeaders, request } from 'node:http';
import type { A2aAnswer } from '@surety/testing';

export interface Question {
  readonly method?: string;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Uint8Array;
}

const TIMEOUT_MS = 60_000;

/**
 * One HTTP exchange on a connection of its own. Unlike fetch it sends the path as it is written, so that `..`, `%2F` and
 * empty segments arrive, and any Host. Rejects when the connection breaks or nothing comes for 60 s.
 */
export function ask(url: string, { method = 'GET', headers = {}, body }: Question = {}): Promise<A2aAnswer> {
  const [, origin = '', path] = /^(https?:\/\/[^/?]+)(.*)$/.exec(url) ?? [];
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  // Kept alive, so that an answer to a body that is not read to its end is not lost with the connection.
  const agent = new Agent({ keepAlive: true });
  const answer = new Promise<A2aAnswer>((resolve, reject) => {
    const outgoing = request(
      {
        host: hostname,
        port,
        path: path === '' ? '/' : path,
        method,
        headers: { Host: new URL(origin).host, ...length, ...headers },
        agent,
        timeout: TIMEOUT_MS,
      },
      response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: headersOf(response.rawHeaders),
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer of ${method} ${url}`)));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
  return answer.finally(() => agent.destroy());
}

function headersOf(raw: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at < raw.length; at += 2) headers.append(raw[at] ?? '', raw[at + 1] ?? '');
  return headers;
}
