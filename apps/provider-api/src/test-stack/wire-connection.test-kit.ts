import { type Socket, connect } from 'node:net';
import type { A2aAnswer } from '@surety/testing';
import { AnswerReader } from './answer-reader.test-kit';

/** What is put on the wire, and how many answers are due. */
export interface Exchange {
  readonly bytes: Uint8Array;
  /** The methods of the requests in `bytes`, in order: one answer is due for each. */
  readonly methods: readonly string[];
  /** Ends our side after the bytes, as a caller that goes away. */
  readonly halfClose?: boolean;
}

/** What came back. */
export interface Outcome {
  /** Fewer than were due when the server ended the connection. */
  readonly answers: readonly A2aAnswer[];
  readonly closed: boolean;
  readonly milliseconds: number;
}

const GIVE_UP_MS = 20_000;

/** One TCP connection on which any bytes can be sent, as clients that are no browsers do. */
export class WireConnection {
  private readonly reader = new AnswerReader();
  private isOpen = true;
  private onNews: () => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.on('data', chunk => {
      this.reader.push(chunk);
      this.onNews();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.isOpen = false;
      this.onNews();
    });
  }

  static open(origin: string): Promise<WireConnection> {
    const { hostname, port } = new URL(origin);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        resolve(new WireConnection(socket));
      });
      socket.on('end', () => socket.destroy());
    });
  }

  /** Whether another exchange may follow: the connection is open, and owes nothing and has said nothing more. */
  get reusable(): boolean {
    return this.isOpen && this.reader.rest === 0;
  }

  /** Sends and waits for what is due or the end of the connection. Rejects when neither comes within 20 s. */
  async exchange({ bytes, methods, halfClose = false }: Exchange): Promise<Outcome> {
    const startMs = performance.now();
    const answers: A2aAnswer[] = [];
    this.socket.write(bytes);
    if (halfClose) this.socket.end();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error(`nothing came within ${GIVE_UP_MS} ms`)), GIVE_UP_MS);
        this.onNews = () => {
          try {
            this.take(methods, answers);
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)));
          }
          if (answers.length === methods.length || !this.isOpen) resolve();
        };
        this.onNews();
      });
    } finally {
      clearTimeout(timer);
      this.onNews = () => undefined;
    }
    if (answers.at(-1)?.headers.get('connection') === 'close') this.close();
    return { answers, closed: !this.isOpen, milliseconds: performance.now() - startMs };
  }

  close(): void {
    this.isOpen = false;
    this.socket.destroy();
  }

  private take(methods: readonly string[], answers: A2aAnswer[]): void {
    while (answers.length < methods.length) {
      const answer = this.reader.next(methods[answers.length] ?? 'GET');
      if (!answer) return;
      answers.push(answer);
    }
  }
}
