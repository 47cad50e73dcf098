import { type Server, createServer } from 'node:http';
import { usageError } from './cli-error';

/** A JWKS served on this machine, for development against a stack of one's own. */
export interface JwksHost {
  readonly url: string;
  close(): Promise<void>;
}

/** Serves `jwks` at `/jwks.json` on 127.0.0.1:`port` (0 = any). Throws a usage error when the port is taken. */
export async function hostJwks(jwks: string, port: number): Promise<JwksHost> {
  const server = createServer((request, response) => {
    const known = request.url === '/jwks.json' && (request.method === 'GET' || request.method === 'HEAD');
    response.writeHead(known ? 200 : 404, known ? { 'content-type': 'application/json' } : {});
    response.end(known && request.method === 'GET' ? jwks : undefined);
  });
  await listen(server, port);
  const address = server.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `http://localhost:${bound}`,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE' ? usageError(`Port ${port} is taken; name another with --port`) : error,
      );
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
