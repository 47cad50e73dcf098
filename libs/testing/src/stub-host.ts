import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Answers one request; its body has been read whole. */
export type StubHandler = (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown;

/** A real HTTP server on 127.0.0.1 that can go away and come back at the same port, as an outside host may. */
export class StubHost {
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly handler: StubHandler) {}

  /** Starts at a free port, or at the one given. */
  static async start(handler: StubHandler, port = 0): Promise<StubHost> {
    const host = new StubHost(handler);
    host.port = port;
    await host.open();
    return host;
  }

  /** The origin, without slash. */
  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Listens, again at the same port after `close`. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => this.handler(request, Buffer.concat(chunks), response));
      request.on('error', () => response.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Refuses connections from now on and breaks those that are open. */
  async close(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    if (server === undefined) return;
    const closed = new Promise<void>(resolve => server.close(() => resolve()));
    server.closeAllConnections();
    await closed;
  }
}
