import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { usageError } from './cli-error';
import { systemCode } from './system-code';

/** A JWKS served on this machine, for development against a stack of one's own. */
export interface JwksHost {
  readonly url: string;
  close(): Promise<void>;
}

/** This machine without IPv6 answers with one of these; 127.0.0.1 alone is fine then. */
const NO_IPV6 = ['EADDRNOTAVAIL', 'EAFNOSUPPORT'];

/**
 * Serves `jwks` at `/jwks.json` on 127.0.0.1 and ::1 (a Provider may resolve `localhost` to either), port 0 = any. Throws
 * a usage error when the port is taken.
 */
export async function hostJwks(jwks: string, port: number): Promise<JwksHost> {
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const known = request.url === '/jwks.json' && (request.method === 'GET' || request.method === 'HEAD');
    response.writeHead(known ? 200 : 404, known ? { 'content-type': 'application/json' } : {});
    response.end(known && request.method === 'GET' ? jwks : undefined);
  };
  const servers = [createServer(answer), createServer(answer)] as const;
  await listen(servers[0], port, '127.0.0.1');
  const address = servers[0].address();
  const bound = typeof address === 'object' && address ? address.port : port;
  try {
    await listen(servers[1], bound, '::1');
  } catch (error) {
    if (!NO_IPV6.includes(systemCode(error) ?? '')) {
      await close(servers[0]);
      throw error;
    }
  }
  return {
    url: `http://localhost:${bound}`,
    close: async () => {
      await Promise.all(servers.map(close));
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      reject(
        systemCode(error) === 'EADDRINUSE'
          ? usageError(`Port ${port} is taken; name another with --port`)
          : error,
      );
    });
    server.listen(port, host, () => resolve());
  });
}

/** Also ends connections that a caller keeps open. */
function close(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise(resolve => server.close(() => resolve()));
}
