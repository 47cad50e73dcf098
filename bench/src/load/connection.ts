import { type Socket, connect } from 'node:net';
import { type Answer, ResponseReader } from './response-reader';

const CONNECT_MS = 5_000;

/**
 * A keep-alive connection that carries one request at a time, over a bare socket: a client of Node's http module costs about
 * as much as the server that it would measure.
 */
export class Connection {
  private readonly reader = new ResponseReader();
  private heard: ((answer: Answer) => void) | undefined;
  private failed: (error: Error) => void = () => undefined;
  /** Rejects when the connection breaks; never resolves. */
  readonly broken: Promise<never>;

  private constructor(private readonly socket: Socket) {
    this.broken = new Promise((_resolve, reject) => (this.failed = reject));
    this.broken.catch(() => undefined);
    socket.setNoDelay(true);
    socket.on('data', chunk => this.take(chunk));
    socket.on('error', error => this.failed(error));
    socket.on('close', () => this.failed(new Error('the server closed the connection')));
  }

  /** In: a port on 127.0.0.1. Throws what the system says when nobody listens there. */
  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, timeout: CONNECT_MS });
      socket.once('error', reject).once('timeout', () => reject(new Error('no connection in time')));
      socket.once('connect', () => {
        socket.off('error', reject).setTimeout(0);
        resolve(new Connection(socket));
      });
    });
  }

  /** Sends one request and calls back with its answer; the one before must be answered. */
  send(request: Buffer, heard: (answer: Answer) => void): void {
    this.heard = heard;
    this.socket.write(request);
  }

  /** The same as a promise, for what is not timed. Rejects when the connection breaks. */
  ask(request: Buffer): Promise<Answer> {
    return Promise.race([new Promise<Answer>(resolve => this.send(request, resolve)), this.broken]);
  }

  close(): void {
    this.socket.removeAllListeners('close').destroy();
  }

  private take(chunk: Buffer): void {
    try {
      for (const answer of this.reader.read(chunk)) this.heard?.(answer);
    } catch (error) {
      this.failed(error as Error);
      this.socket.destroy();
    }
  }
}
