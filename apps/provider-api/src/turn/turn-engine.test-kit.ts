import type { SendMessage } from '@surety/a2a';
import type { AgentAnswer, AgentTurn, BrandAgent, CallLedger } from '@surety/agents';
import { Metrics, NotificationListener, Sql, createLogger, readSettings } from '@surety/platform';
import { Turns, registryDataSource } from '@surety/registry';
import { TcpGate, type TestDatabase, testDatabase } from '@surety/testing';
import type { DataSource } from 'typeorm';
import { MessageRefusals } from './message-refusals';
import { TurnQueue } from './turn-queue';
import { type TurnReply, type TurnRequest, TurnService } from './turn.service';

/** What the stub agent does with one turn. */
export type Behaviour = (
  turn: AgentTurn,
  calls: CallLedger,
  signal: AbortSignal,
) => Promise<AgentAnswer> | AgentAnswer;

/** How a message differs from a first message of user-1 at brand-1. */
export interface Sent {
  readonly contextId?: string;
  readonly messageId?: string;
  readonly text?: string;
  readonly sub?: string;
  readonly personalAgentId?: string;
  readonly brandId?: string;
  readonly idempotencyKey?: string;
}

const says = (text: string, close = false): AgentAnswer => ({ text, close });
const DEADLINE_SECONDS = 20;

/** The engine on a real database and a real listener; only the Brand's agent is a stub, which counts its runs. */
export class TurnEngine {
  readonly runs: AgentTurn[] = [];
  behave: Behaviour = ({ text }) => says(`You said: ${text}`);
  private messages = 0;

  private constructor(
    private readonly database: TestDatabase,
    /** The way to the database: shut it, and PostgreSQL is away. */
    readonly gate: TcpGate,
    private readonly dataSource: DataSource,
    readonly sql: Sql,
    private readonly listener: NotificationListener,
    readonly turns: Turns,
    readonly service: TurnService,
  ) {}

  static async start(poolSize = 16): Promise<TurnEngine> {
    const database = await testDatabase();
    const gate = await TcpGate.to(database.url);
    const dataSource = await registryDataSource({ url: gate.url, applicationName: 'turn spec', poolSize });
    const listener = new NotificationListener({ url: gate.url, applicationName: 'turn spec' });
    const sql = new Sql(dataSource);
    const turns = new Turns(sql);
    const queue = new TurnQueue(turns, listener);
    queue.onModuleInit();
    const settings = readSettings({ SURETY_DEPLOYMENT_KEY: Buffer.alloc(32, 7).toString('base64url') });
    const refusals = new MessageRefusals(new Metrics('turn spec'));
    const service = new TurnService(turns, queue, refusals, createLogger('turn spec', 'silent'), settings);
    const engine = new TurnEngine(database, gate, dataSource, sql, listener, turns, service);
    await engine.run(
      `INSERT INTO personal_agent (id, name, issuer, jwks_uri, enabled, burst, per_user_burst)
       SELECT 'pa-' || n, 'PA', 'https://pa-' || n || '.example', 'https://pa.example/jwks', true, 1, 1
       FROM generate_series(1, 2) AS n`,
    );
    await listener.start();
    await engine.run(
      `INSERT INTO brand (id, name, description, card_version, skills, agent, agent_deadline_seconds, context_idle_days)
       SELECT 'brand-' || n, 'B', 'b', '1', '[]', '{}', ${DEADLINE_SECONDS}, 30 FROM generate_series(1, 2) AS n`,
    );
    return engine;
  }

  async stop(): Promise<void> {
    await this.service.beforeApplicationShutdown();
    await this.listener.stop();
    await this.dataSource.destroy();
    await this.gate.shut();
    await this.database.drop();
  }

  /** Any SQL: tests let time pass and processes die by it. */
  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.dataSource.query(sql, values);
  }

  freshMessageId(): string {
    this.messages += 1;
    return `m-${this.messages}`;
  }

  send(sent: Sent = {}): Promise<TurnReply> {
    return this.service.run(this.request(sent));
  }

  /** How a message that is refused was refused, as the caller sees it. */
  async refusal(sent: Sent): Promise<string> {
    const reply = await this.send(sent).catch((error: unknown) => error);
    return refusalText(reply);
  }

  request({
    brandId = 'brand-1',
    personalAgentId = 'pa-1',
    sub = 'user-1',
    idempotencyKey,
    ...sent
  }: Sent): TurnRequest {
    const message: SendMessage = {
      messageId: sent.messageId ?? this.freshMessageId(),
      ...(sent.contextId === undefined ? {} : { contextId: sent.contextId }),
      text: sent.text ?? 'Hello',
      contentHash: () => `hash of ${sent.text ?? 'Hello'}`,
    };
    return {
      identity: { personalAgentId, issuer: `https://${personalAgentId}.example`, sub },
      brand: {
        id: brandId,
        limits: { agentDeadlineSeconds: DEADLINE_SECONDS, contextIdleDays: 30 },
        agent: this.agent(),
        card: { bytes: Buffer.alloc(0), etag: '' },
      },
      message,
      idempotencyKey,
      requestId: `request-${this.messages}`,
    };
  }

  /** Lets the lease of a message's turn run out, as the death of its process does. */
  async expire(contextId: string, messageId: string): Promise<void> {
    await this.run(
      `UPDATE turn SET lease_until = clock_timestamp() - interval '1 millisecond'
       WHERE context_id = $1 AND message_id = $2`,
      [contextId, messageId],
    );
  }

  async row(contextId: string, messageId: string): Promise<Record<string, unknown>> {
    const rows = await this.run<Record<string, unknown>>(
      'SELECT * FROM turn WHERE context_id = $1 AND message_id = $2',
      [contextId, messageId],
    );
    return rows[0]!;
  }

  private agent(): BrandAgent {
    return {
      answer: async (turn, calls, signal) => {
        this.runs.push(turn);
        return this.behave(turn, calls, signal);
      },
    };
  }
}

/** The refusal in one line; throws for anything that was answered. */
export function refusalText(error: unknown): string {
  if (!(error instanceof Error)) throw new Error(`answered: ${JSON.stringify(error)}`);
  const { reason, status } = error as { reason?: string; status?: number };
  if (status !== undefined) return `bare ${status}`;
  if (reason !== undefined) return `${reason}: ${error.message}`;
  throw error;
}

/** A step of a test that happens when the test says so. */
export class Gate {
  private open!: () => void;
  readonly opened = new Promise<void>(resolve => (this.open = resolve));

  release(): void {
    this.open();
  }
}

/** Waits for a condition, at most five seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = performance.now() + 5_000;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error('the condition did not come true in time');
    await new Promise(resolve => setTimeout(resolve, 5));
  }
}
