import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

/** A TCP port in front of a server that can be shut, as when the server or the way to it is gone. */
export class TcpGate {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private port = 0;

  private constructor(private readonly target: URL) {}

  /** Opens a gate on 127.0.0.1 to the host and port of `url`. */
  static async to(url: string): Promise<TcpGate> {
    const gate = new TcpGate(new URL(url));
    await gate.open();
    return gate;
  }

  /** The target's URL with the gate in place of its host and port. */
  get url(): string {
    const url = new URL(this.target);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  /** Lets connections through again, at the same port. */
  async open(): Promise<void> {
    const server = createServer(socket => this.join(socket));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  /** Breaks every connection and refuses new ones. */
  async shut(): Promise<void> {
    const server = this.server;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server !== undefined) await new Promise<void>(resolve => server.close(() => resolve()));
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port || 5432), this.target.hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
    }
  }
}
