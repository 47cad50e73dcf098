import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { A2A_MEDIA_TYPE, type A2aReason, agentCard, errorEnvelope, messageReply } from '@surety/a2a';
import { generateSigningJwk } from '@surety/tokens';
import { runCli } from './run-cli';
import type { Surroundings } from './surroundings';

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

/** What the fake answers. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Breaks the connection instead. */
  readonly drop?: boolean;
}

/** How one run of the command line ended. */
export interface Run {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Brand ids as a Provider makes them. */
export const BRAND_IDS = ['01J00000000000000000000001', '01J00000000000000000000002'] as const;
const [BRAND_1, BRAND_2] = BRAND_IDS;
const NOW_MS = Date.parse('2026-11-30T12:00:00Z');
export const keys = generateSigningJwk('ES256');

/** Provider, admin API and JWKS host in one server of this machine, and a stack descriptor that names them. */
export class FakeStack {
  readonly received: Received[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'surety-cli-'));
  #server: Server | undefined;
  #scripts = new Map<string, FakeAnswer[]>();

  static async start(): Promise<FakeStack> {
    const stack = new FakeStack();
    // A request that no answer understands breaks off, so that a wrong client fails instead of waiting.
    const server = createServer((request, response) => {
      stack.#serve(request, response).catch(() => response.destroy());
    });
    stack.#server = server;
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    writeFileSync(join(stack.folder, 'stack.json'), JSON.stringify(stack.descriptor()));
    return stack;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server?.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `${this.origin}/pa`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    await new Promise(resolve => server?.close(resolve));
    rmSync(this.folder, { recursive: true });
  }

  reset(): void {
    this.received.length = 0;
    this.#scripts.clear();
  }

  /** The next answers to `METHOD path` (without query), before the honest ones. */
  script(route: string, ...answers: FakeAnswer[]): void {
    this.#scripts.set(route, answers);
  }

  interfaceUrl(brandId: string): string {
    return `${this.origin}/a2a/${brandId}`;
  }

  descriptor(): object {
    const brand = (id: string, name: string): object => ({
      id,
      name,
      cardUrl: `${this.interfaceUrl(id)}/.well-known/agent-card.json`,
      interfaceUrl: this.interfaceUrl(id),
    });
    return {
      version: 1,
      provider: { url: this.origin, audience: 'aud_1' },
      admin: { url: this.origin, token: 'admin-token' },
      sandbox: {
        brands: [brand(BRAND_1, 'Northwind Books'), brand(BRAND_2, 'Skyline')],
        personalAgent: {
          issuer: this.issuer,
          jwksUri: `${this.origin}/jwks.json`,
          audience: 'aud_1',
          privateJwk: keys.privateJwk,
        },
      },
    };
  }

  /** Runs one command line against this stack, as if typed in its folder's parent. */
  async run(args: readonly string[], changes: Partial<Surroundings> & { input?: string } = {}): Promise<Run> {
    const { input = '', ...surroundings } = changes;
    const out: string[] = [];
    const errors: string[] = [];
    const exitCode = await runCli(
      args,
      {
        env: { SURETY_STACK: join(this.folder, 'stack.json') },
        cwd: this.folder,
        stdin: Readable.from([input]),
        stdout: { write: text => out.push(text) },
        stderr: { write: text => errors.push(text) },
        clock: { nowMs: () => NOW_MS },
        fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } }),
        signal: new AbortController().signal,
        sleep: () => Promise.resolve(),
        ...surroundings,
      },
      '9.9.9',
    );
    return { exitCode, stdout: out.join(''), stderr: errors.join('') };
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const text = Buffer.concat(chunks).toString('utf8');
    const path = request.url ?? '';
    const method = request.method ?? '';
    const received = {
      method,
      path,
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
    this.received.push(received);
    const scripted = this.#scripts.get(`${method} ${path.split('?')[0]}`)?.shift();
    const answer = scripted ?? this.#honest(received);
    if (answer.drop) return void response.destroy();
    const type = path.startsWith('/a2a/') ? A2A_MEDIA_TYPE : 'application/json';
    response.writeHead(answer.status ?? 200, {
      'content-type': type,
      'request-id': 'req-1',
      ...answer.headers,
    });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }

  #honest({ method, path, body }: Received): FakeAnswer {
    const brand = [BRAND_1, BRAND_2].find(id => path.startsWith(`/a2a/${id}/`));
    if (path === '/jwks.json') return { body: { keys: [keys.publicJwk] } };
    if (brand && path.endsWith('agent-card.json')) return { body: this.card(brand) };
    if (brand && path.endsWith('/message:send')) return { body: echo(body) };
    if (!path.startsWith('/api/v1/')) return { status: 404 };
    if (method === 'GET') return { body: { items: [], nextCursor: null } };
    return { status: method === 'POST' ? 201 : 200, body: { id: 'new', ...(body as object) } };
  }

  card(brandId: string): object {
    const text = agentCard({
      name: 'Northwind Books',
      description: 'Northwind Books support',
      version: '1.0.0',
      skills: [{ id: 'support', name: 'Support', description: 'Answers.', tags: ['support'] }],
      interfaceUrl: this.interfaceUrl(brandId),
      publicUrl: this.origin,
      organization: 'Fake',
      identityScheme: 'paJwt',
    });
    return JSON.parse(text) as object;
  }
}

/** An A2A refusal as an answer of the fake. */
export function refusal(reason: A2aReason, message = `because of ${reason}`): FakeAnswer {
  const { http, body } = errorEnvelope(reason, message);
  return { status: http, body };
}

function echo(body: unknown): object {
  const { message } = body as { message: { contextId?: string; parts: readonly { text: string }[] } };
  const contextId = message.contextId ?? 'ctx-1';
  return messageReply({ messageId: 'r-1', contextId, text: `You said: ${message.parts[0]?.text ?? ''}` });
}
