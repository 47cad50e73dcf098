import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, readSettings } from '@surety/platform';
import { TcpGate, type TestDatabase, testDatabase } from '@surety/testing';
import { type AdminRole, generateSigningJwk, mintAdminToken } from '@surety/tokens';
import { Client } from 'pg';
import { bootAdminApi } from './boot';
import { DocumentedAnswers } from './documented-answers.test-kit';
import { apiDocument } from './openapi/api-document';
import { type Route, RouteTable } from './routes/route-table';

/** The origin that admin tokens of the tests are for; nothing listens there. */
export const ADMIN_URL = 'https://admin.test';
export const PUBLIC_URL = 'https://provider.test';

/** One answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of any shape
  readonly body: any;
}

/** How to send a request; by default as the owner, with a JSON body when there is one. */
export interface Sending {
  readonly body?: unknown;
  /** Bytes in place of `body`. */
  readonly raw?: string | Uint8Array;
  readonly token?: string | null;
  readonly headers?: Record<string, string>;
}

/** The admin API on a free port over a database of its own; every answer is held against the OpenAPI document. */
export class AdminStack {
  readonly adminKey = generateSigningJwk('ES256').privateJwk;
  /** Everything that was logged so far. */
  readonly log: string[] = [];
  private constructor(
    readonly database: TestDatabase,
    /** What the app reaches its database through. */
    readonly gate: TcpGate,
    private readonly folder: string,
  ) {}

  private running!: RunningApp;
  private documented!: DocumentedAnswers;

  static async start(env: Record<string, string> = {}): Promise<AdminStack> {
    const database = await testDatabase();
    const gate = await TcpGate.to(database.url);
    const stack = new AdminStack(database, gate, mkdtempSync(join(tmpdir(), 'surety-admin-')));
    await stack.boot(env);
    return stack;
  }

  get origin(): string {
    return this.running.origins[0] ?? '';
  }

  /** The routes of the API itself, read from the running app. */
  get routes(): readonly Route[] {
    return this.running.app
      .get(RouteTable)
      .routes()
      .filter(route => route.path.startsWith('/api/'));
  }

  get document(): object {
    return apiDocument(this.running.app);
  }

  token(role: AdminRole, brands?: readonly string[], nowMs = Date.now(), lifetimeSeconds = 3600): string {
    const sub = `test-${role}`;
    const bound = brands === undefined ? {} : { brands };
    return mintAdminToken({
      privateJwk: this.adminKey,
      audience: ADMIN_URL,
      sub,
      role,
      ...bound,
      nowMs,
      lifetimeSeconds,
    });
  }

  /** Sends one request below `/api/v1` and checks the answer against the document. */
  async call(method: string, path: string, sending: Sending = {}): Promise<Answer> {
    const answer = await this.send(method, `/api/v1${path}`, sending);
    if (method !== 'HEAD') this.documented.check(method, `/api/v1${path}`, answer);
    return answer;
  }

  /** Sends one request to any path. */
  async send(method: string, path: string, { body, raw, token, headers }: Sending = {}): Promise<Answer> {
    const bearer = token === undefined ? this.token('owner') : token;
    const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    const mediaType = response.headers.get('content-type') ?? '';
    const isJson = /\/json|\+json/.test(mediaType);
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : mediaType.startsWith('application/x-ndjson') ? text : undefined,
    };
  }

  /** Runs SQL as the superuser. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of whatever the test asks for
  async sql(text: string, values: unknown[] = []): Promise<any[]> {
    const client = new Client({ connectionString: this.database.url });
    await client.connect();
    try {
      return (await client.query(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** A provider of the running app. */
  get<T>(type: abstract new (...args: never[]) => T): T {
    return this.running.app.get(type as never);
  }

  /** Waits until `holds`, at most 5 s. */
  async until(holds: () => Promise<boolean>): Promise<void> {
    const endMs = Date.now() + 5_000;
    while (!(await holds())) {
      if (Date.now() > endMs) throw new Error('it did not come true within 5 s');
      await new Promise(resolve => setTimeout(resolve, 20));
    }
  }

  async stop(): Promise<void> {
    await this.running.stop();
    jest.restoreAllMocks();
    await this.gate.shut();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async boot(env: Record<string, string>): Promise<void> {
    this.captureLog();
    const adminKeyFile = join(this.folder, 'admin.jwk');
    const deploymentKeyFile = join(this.folder, 'deployment.key');
    writeFileSync(adminKeyFile, JSON.stringify(this.adminKey));
    writeFileSync(deploymentKeyFile, Buffer.alloc(32, 7).toString('base64url'));
    const settings = readSettings({
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_PUBLIC_URL: PUBLIC_URL,
      SURETY_ADMIN_URL: ADMIN_URL,
      SURETY_ADMIN_KEY_FILE: adminKeyFile,
      SURETY_DEPLOYMENT_KEY_FILE: deploymentKeyFile,
      SURETY_ALLOW_LOOPBACK_HTTP: 'true',
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'trace',
      DATABASE_URL: this.gate.url,
      ...env,
    });
    this.running = await bootAdminApi(settings, false);
    this.documented = new DocumentedAnswers(this.document);
  }

  /** The log of a process is its standard output. */
  private captureLog(): void {
    jest.spyOn(process.stdout, 'write').mockImplementation(line => {
      this.log.push(String(line));
      return true;
    });
  }
}
