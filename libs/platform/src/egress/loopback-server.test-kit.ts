import { type RequestListener, type Server, createServer } from 'node:http';
import {
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
  createServer as createTcpServer,
} from 'node:net';

/** A server of a test on a free loopback port, and the sockets it has accepted. */
export interface LoopbackServer {
  readonly port: number;
  readonly url: string;
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

/** An HTTP server that answers by `listener`. */
export function httpServer(listener: RequestListener): Promise<LoopbackServer> {
  return listening(createServer(listener));
}

/** A TCP server that hands each connection to `onConnection`. */
export function tcpServer(onConnection: (socket: Socket) => void): Promise<LoopbackServer> {
  return listening(createTcpServer(onConnection));
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = await tcpServer(() => undefined);
  await server.close();
  return server.port;
}

async function listening(server: Server | TcpServer): Promise<LoopbackServer> {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    sockets,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        sockets.forEach(socket => socket.destroy());
      }),
  };
}
