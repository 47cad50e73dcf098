import { setTimeout as sleep } from 'node:timers/promises';
import { invariant } from '@surety/kernel';
import { Client } from 'pg';

/** Called with the payload of one notification. */
export type NotificationHandler = (payload: string) => void;

/** Where to listen, and who is told when the connection comes and goes. */
export interface ListenerOptions {
  readonly url: string;
  readonly applicationName: string;
  readonly onChange?: (state: 'listening' | 'lost', cause?: Error) => void;
}

const CHANNEL = /^[a-z_][a-z0-9_]{0,62}$/;
const CONNECT_TIMEOUT_MS = 3_000;
/** How often the connection is asked whether it still hears. */
const HEARTBEAT_MS = 500;
/** Without an answer for this long the listener is not trusted, for longer than the second it is given up. */
const TRUSTED_SILENCE_MS = 1_500;
const LOST_SILENCE_MS = 5_000;
const BACKOFF_MS = { first: 100, most: 2_000 };

/**
 * Listens to PostgreSQL notifications on a connection of its own. While the connection is lost, or silent, `trusted` is
 * false and caches must ask the database (P37: fail closed). After a loss handlers of `onRegained` run before `trusted` turns true
 * again, since what was notified meanwhile is gone. The answer to a heartbeat follows every notification that was due
 * before it, so a heard heartbeat proves that nothing is outstanding.
 */
export class NotificationListener {
  private readonly handlers = new Map<string, Set<NotificationHandler>>();
  private readonly regained = new Set<() => void>();
  private readonly stopped = new AbortController();
  private client: Client | undefined;
  /** Channels that the current connection was told to hear. */
  private readonly heard = new Set<string>();
  private heardMs = -Infinity;
  private running: Promise<void> | undefined;

  constructor(private readonly options: ListenerOptions) {}

  /** Whether everything that was notified until about now has reached the handlers. */
  get trusted(): boolean {
    return this.client !== undefined && performance.now() - this.heardMs < TRUSTED_SILENCE_MS;
  }

  /**
   * Calls `handler` with each payload on `channel` from now on; the result ends that. A handler must not throw.
   * Throws InvariantViolation for a channel that is no plain identifier.
   */
  on(channel: string, handler: NotificationHandler): () => void {
    invariant(CHANNEL.test(channel), `not a channel: ${channel}`);
    const handlers = this.handlers.get(channel) ?? new Set();
    this.handlers.set(channel, handlers.add(handler));
    if (this.client) this.listenToMissing(this.client);
    return () => void handlers.delete(handler);
  }

  /** Calls `handler` after every connection but the first: drop what notifications would have kept fresh. */
  onRegained(handler: () => void): () => void {
    this.regained.add(handler);
    return () => void this.regained.delete(handler);
  }

  /** Connects and keeps connected until `stop`; resolves after the first attempt, whatever came of it. */
  async start(): Promise<void> {
    if (this.running) return;
    await new Promise<void>(resolve => {
      this.running = this.keepListening(resolve);
    });
  }

  /** Closes the connection for good. */
  async stop(): Promise<void> {
    this.stopped.abort();
    this.lose();
    await this.running;
  }

  private async keepListening(onFirstAttempt: () => void): Promise<void> {
    let waitMs = BACKOFF_MS.first;
    let first = true;
    while (!this.stopped.signal.aborted) {
      const client = await this.connect().catch((error: Error) => {
        this.options.onChange?.('lost', error);
      });
      if (client) {
        if (!first) this.regained.forEach(handler => handler());
        first = false;
        waitMs = BACKOFF_MS.first;
        this.adopt(client);
      }
      onFirstAttempt();
      if (client) await this.heartbeats(client);
      await this.pause(waitMs);
      waitMs = Math.min(waitMs * 2, BACKOFF_MS.most);
    }
  }

  /** A connection that hears every channel; a notification that comes before it is adopted is handled as well. */
  private async connect(): Promise<Client> {
    const client = new Client({
      connectionString: this.options.url,
      application_name: `${this.options.applicationName} listener`,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: LOST_SILENCE_MS,
      keepAlive: true,
    });
    client.on('error', error => this.lose(error, client));
    client.on('end', () => this.lose(undefined, client));
    client.on('notification', ({ channel, payload = '' }) => {
      this.handlers.get(channel)?.forEach(handler => handler(payload));
    });
    try {
      await client.connect();
      this.heard.clear();
      for (const channel of this.handlers.keys()) {
        this.heard.add(channel);
        await client.query(`listen ${channel}`);
      }
      return client;
    } catch (error) {
      endQuietly(client);
      throw error;
    }
  }

  private adopt(client: Client): void {
    if (this.stopped.signal.aborted) {
      endQuietly(client);
      return;
    }
    this.client = client;
    this.listenToMissing(client);
    this.heardMs = performance.now();
    this.options.onChange?.('listening');
  }

  /** Hears what was asked for since the connection was made. */
  private listenToMissing(client: Client): void {
    for (const channel of this.handlers.keys()) {
      if (this.heard.has(channel)) continue;
      this.heard.add(channel);
      client.query(`listen ${channel}`).catch((error: Error) => this.lose(error, client));
    }
  }

  /** Returns when the connection is lost. */
  private async heartbeats(client: Client): Promise<void> {
    while (this.client === client) {
      await this.pause(HEARTBEAT_MS);
      if (this.client !== client) return;
      await client.query('select 1').then(
        () => {
          this.heardMs = performance.now();
        },
        (error: Error) => this.lose(error, client),
      );
    }
  }

  /** Ends the current connection, if it is still the one that `client` names. */
  private lose(cause?: Error, client = this.client): void {
    if (!client || this.client !== client) return;
    this.client = undefined;
    endQuietly(client);
    if (!this.stopped.signal.aborted) this.options.onChange?.('lost', cause);
  }

  private async pause(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.stopped.signal }).catch((error: Error) => {
      if (error.name !== 'AbortError') throw error;
    });
  }
}

/** The connection is of no use any more; how its end goes decides nothing. */
function endQuietly(client: Client): void {
  client.end().catch(() => undefined);
}
