import type { SendMessage, StepUpTask } from '@surety/a2a';
import type { AgentAnswer, AgentTurn, BrandAgent, CallLedger, StepUp } from '@surety/agents';
import { brandAddresses } from '@surety/device-grant';
import { Metrics, NotificationListener, Sql, createLogger, readSettings } from '@surety/platform';
import { DeviceRequests, SigningKeys, Turns, registryDataSource } from '@surety/registry';
import { TcpGate, type TestDatabase, testDatabase } from '@surety/testing';
import type { DataSource } from 'typeorm';
import { StepUpLinks } from '../delegation/step-up-links';
import { AgentTurns } from './agent-turns';
import { MessageRefusals } from './message-refusals';
import { TurnEndings } from './turn-endings';
import { TurnQueue } from './turn-queue';
import { TurnReceipts } from './turn-receipts';
import type { TurnReply, TurnRequest } from './turn-request';
import { TurnService } from './turn.service';

/** What the stub agent does with one turn. */
export type Behaviour = (
  turn: AgentTurn,
  calls: CallLedger,
  signal: AbortSignal,
) => Promise<AgentAnswer | StepUp> | AgentAnswer | StepUp;

/** How a message differs from a first message of user-1 at brand-1. */
export interface Sent {
  readonly contextId?: string;
  readonly messageId?: string;
  readonly text?: string;
  readonly sub?: string;
  readonly personalAgentId?: string;
  readonly brandId?: string;
  readonly idempotencyKey?: string;
  /** The Brand user whose delegation token comes along; absent for an identity turn. */
  readonly as?: 'jane' | 'john';
  /** What that token lists; all that its grant has. */
  readonly tokenScopes?: readonly string[];
}

/** The scopes of brand-1, in card order; both grants have the first two. */
export const CARD_SCOPES = ['orders:read', 'orders:cancel', 'refunds:issue'];
export const GRANTED = CARD_SCOPES.slice(0, 2);
const PUBLIC_URL = 'https://provider.example';

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
    readonly keys: SigningKeys,
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
    const keys = new SigningKeys(sql, Buffer.alloc(32, 8));
    const refusals = new MessageRefusals(new Metrics('turn spec'));
    const links = new StepUpLinks(new DeviceRequests(sql));
    const endings = new TurnEndings(turns, new TurnReceipts(turns, keys), links, settings);
    const log = createLogger('turn spec', 'silent');
    const service = new TurnService(turns, queue, new AgentTurns(turns, settings), endings, refusals, log);
    const engine = new TurnEngine(database, gate, dataSource, sql, listener, turns, keys, service);
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
    await engine.run(
      `INSERT INTO delegation_grant
         (id, brand_id, personal_agent_id, sub, brand_user, scopes, unticked, consented_at, ends_at)
       SELECT 'a2agrant_' || name, 'brand-1', 'pa-1', 'user-1', name, $1, '{}', now(), now() + interval '1 day'
       FROM unnest(ARRAY['jane', 'john']) AS name`,
      [GRANTED],
    );
    await keys.ensure({ brandId: 'brand-1' });
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

  /** Sends a message that is answered with a reply. */
  async send(sent: Sent = {}): Promise<TurnReply> {
    const outcome = await this.service.run(this.request(sent));
    if (outcome.kind === 'step-up') throw new Error(`stepped up: ${JSON.stringify(outcome.task)}`);
    return outcome.reply;
  }

  /** Sends a message that is answered with the task of a step-up. */
  async stepUp(sent: Sent = {}): Promise<StepUpTask> {
    const outcome = await this.service.run(this.request(sent));
    if (outcome.kind === 'reply') throw new Error(`answered: ${JSON.stringify(outcome.reply)}`);
    return outcome.task;
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
    as,
    tokenScopes = GRANTED,
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
        delegation: {
          addresses: brandAddresses(PUBLIC_URL, brandId),
          cardScopes: CARD_SCOPES,
          loginUrl: 'https://brand.example/login',
          liveSession: false,
        },
        card: { bytes: Buffer.alloc(0), etag: '' },
      },
      delegation: as && { token: `token of ${as}`, grantId: `a2agrant_${as}`, brandUser: as, tokenScopes },
      message,
      idempotencyKey,
      requestId: `request-${this.messages}`,
    };
  }

  /** Gives brand-1 a new key and lets it sign at once, as ten minutes do. */
  async rotateKey(): Promise<void> {
    const brand = { brandId: 'brand-1' };
    await this.keys.rotate(brand, made => ({
      actor: { id: 'test', role: 'owner' },
      action: 'brand-key.rotate',
      object: { type: 'signing-key', id: made.kid },
      brandId: brand.brandId,
      before: null,
      after: null,
      reason: null,
      requestId: made.kid,
    }));
    await this.run('UPDATE signing_key SET active_from = now() WHERE active_from > now()');
    this.keys.forget();
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
