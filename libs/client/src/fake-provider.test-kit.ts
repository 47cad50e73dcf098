import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { A2A_MEDIA_TYPE, type A2aReason, agentCard, errorEnvelope, messageReply } from '@surety/a2a';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** One way to answer; a script of them is played in order, then the provider is honest. */
export type Answer = (received: Received, response: ServerResponse, provider: FakeProvider) => void;

/** A Provider over real HTTP whose every answer a test can bend: one switch for each trap of a bad Provider. */
export class FakeProvider {
  readonly received: Received[] = [];
  /** How often the Brand's agent ran. */
  runs = 0;
  #server: Server | undefined;
  #script: Answer[] = [];
  readonly #replies = new Map<string, object>();

  static async start(): Promise<FakeProvider> {
    const provider = new FakeProvider();
    // A request that no answer understands breaks off, so that a wrong client fails instead of waiting.
    const server = createServer((request, response) => {
      provider.#serve(request, response).catch(() => response.destroy());
    });
    provider.#server = server;
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  get interfaceUrl(): string {
    return `${this.origin}/a2a/brand-1`;
  }

  get cardUrl(): string {
    return `${this.interfaceUrl}/.well-known/agent-card.json`;
  }

  /** The answers to the next requests. */
  script(...answers: Answer[]): this {
    this.#script = answers;
    return this;
  }

  /** Forgets what was received and scripted. */
  reset(): void {
    this.received.length = 0;
    this.#script = [];
    this.#replies.clear();
    this.runs = 0;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise(resolve => server?.close(resolve));
  }

  /** The golden card, with members replaced. */
  card(changes: object = {}): string {
    const golden: object = JSON.parse(
      agentCard({
        name: 'Northwind',
        description: 'Northwind support',
        version: '1.0.0',
        skills: [{ id: 'support', name: 'Support', description: 'Answers.', tags: ['support'] }],
        interfaceUrl: this.interfaceUrl,
        publicUrl: this.origin,
        organization: 'Fake',
        identityScheme: 'anyName',
      }),
    );
    return JSON.stringify({ ...golden, ...changes });
  }

  /** Runs the agent, or finds the stored reply of a repeat (PACT 4.3, P11). */
  turn(received: Received): object {
    const { message } = JSON.parse(received.body) as { message: { messageId: string; contextId?: string } };
    const repeat = message.contextId ?? received.headers['idempotency-key'];
    const key = `${String(repeat)} ${message.messageId}`;
    const stored = repeat === undefined ? undefined : this.#replies.get(key);
    if (stored) return stored;
    this.runs += 1;
    const contextId = message.contextId ?? `ctx-${this.runs}`;
    const reply = messageReply({ messageId: `r-${this.runs}`, contextId, text: `answer ${this.runs}` });
    this.#replies.set(key, reply);
    return reply;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString('utf8');
    const received = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    this.received.push(received);
    const answer = this.#script.shift() ?? honest;
    answer(received, response, this);
  }
}

/** What a good Provider answers. */
export const honest: Answer = (received, response, provider) => {
  if (received.url.endsWith('/.well-known/agent-card.json')) return sendJson(response, 200, provider.card());
  if (received.url.includes('/tasks?') || received.url.endsWith('/tasks')) {
    const page = { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 };
    return sendJson(response, 200, JSON.stringify(page));
  }
  if (received.url.includes('/tasks/')) return refuse('TASK_NOT_FOUND')(received, response, provider);
  sendJson(response, 200, JSON.stringify(provider.turn(received)));
};

/** An A2A error; `http` bends the status away from the reason. */
export const refuse =
  (reason: A2aReason, options: { http?: number; message?: string } = {}): Answer =>
  (_, response) => {
    const envelope = errorEnvelope(reason, options.message ?? `because of ${reason}`);
    sendJson(response, options.http ?? envelope.http, JSON.stringify(envelope.body));
  };

/** Any answer at all. */
export const plain =
  (status: number, headers: Record<string, string> = {}, body: string | Buffer = ''): Answer =>
  (_, response) => {
    response.writeHead(status, headers);
    response.end(body);
  };

/** A 200 with this JSON. */
export const json =
  (value: unknown, mediaType = A2A_MEDIA_TYPE): Answer =>
  (_, response) =>
    sendJson(response, 200, typeof value === 'string' ? value : JSON.stringify(value), mediaType);

/** The agent runs, its reply is stored, and the connection breaks before a byte of the answer. */
export const loseReply: Answer = (received, response, provider) => {
  provider.turn(received);
  response.destroy();
};

/** The agent runs, and the answer breaks off in its middle. */
export const breakOff: Answer = (received, response, provider) => {
  const body = JSON.stringify(provider.turn(received));
  response.writeHead(200, { 'content-type': A2A_MEDIA_TYPE, 'content-length': String(body.length) });
  response.write(body.slice(0, 10), () => response.destroy());
};

/** The agent runs, and nothing is answered until the caller goes away. */
export const hang: Answer = (received, _response, provider) => void provider.turn(received);

function sendJson(response: ServerResponse, status: number, body: string, mediaType = A2A_MEDIA_TYPE): void {
  response.writeHead(status, { 'content-type': mediaType, 'request-id': 'req-1' });
  response.end(body);
}
