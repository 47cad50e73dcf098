import { randomUUID } from 'node:crypto';
import { type ScriptAgentConfig, type StoredAgentConfig } from '@surety/agents';
import { ulid } from '@surety/kernel';
import { Sql, type Settings, readSettings } from '@surety/platform';
import {
  type AuditEntry,
  Brands,
  type PersonalAgentLimits,
  PersonalAgents,
  deployment,
  registryDataSource,
} from '@surety/registry';
import { type StubBrand, StubPersonalAgent, type TestDatabase, testDatabase } from '@surety/testing';
import type { DataSource } from 'typeorm';

export const PUBLIC_URL = 'https://provider.test';
export const DEPLOYMENT_KEY = Buffer.alloc(32, 7).toString('base64url');

export const NO_LIMITS: PersonalAgentLimits = {
  perSecond: null,
  burst: 1,
  perUserPerSecond: null,
  perUserBurst: 1,
};

const SCRIPT: ScriptAgentConfig['script'] = {
  rules: [{ any: ['goodbye'], all: [], extract: {}, tools: [], reply: 'Goodbye.', close: true }],
  fallback: 'The script answers.',
};

/** A database with what an operator registers: personal agents with real JWKS hosts, and Brands. */
export class RegisteredWorld {
  readonly personalAgents: PersonalAgents;
  readonly brands: Brands;
  readonly sql: Sql;
  private readonly stubs: StubPersonalAgent[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly dataSource: DataSource,
    /** Of the deployment (P33). */
    readonly audience: string,
  ) {
    this.sql = new Sql(dataSource);
    this.personalAgents = new PersonalAgents(this.sql);
    this.brands = new Brands(this.sql);
  }

  /** In: a migrated database; by default a fresh one of the test server. */
  static async open(given?: TestDatabase): Promise<RegisteredWorld> {
    const database = given ?? (await testDatabase());
    const dataSource = await registryDataSource({
      url: database.url,
      applicationName: 'test world',
      poolSize: 4,
    });
    const { audience } = await deployment(dataSource);
    return new RegisteredWorld(database, dataSource, audience);
  }

  /** The environment of a Provider over this world. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_PUBLIC_URL: PUBLIC_URL,
      SURETY_DEPLOYMENT_KEY: DEPLOYMENT_KEY,
      SURETY_ALLOW_LOOPBACK_HTTP: 'true',
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'info',
      DATABASE_URL: this.database.url,
      ...more,
    };
  }

  settings(more: Readonly<Record<string, string>> = {}): Settings {
    return readSettings(this.env(more));
  }

  /** A personal agent with a JWKS host of its own, registered without rate limits unless told. */
  async personalAgent(limits: PersonalAgentLimits = NO_LIMITS): Promise<StubPersonalAgent> {
    const stub = await StubPersonalAgent.start();
    this.stubs.push(stub);
    await this.personalAgents.create(
      {
        id: freshId(),
        name: 'Test',
        issuer: stub.issuer,
        jwksUri: stub.jwksUri,
        enabled: true,
        limits,
      },
      made => auditOf('personal-agent', made.id),
    );
    return stub;
  }

  /** Disables or enables a personal agent, as an operator does. */
  async enable(agent: StubPersonalAgent, enabled: boolean): Promise<void> {
    const row = await this.personalAgents.findByIssuer(agent.issuer);
    if (!row) throw new Error(`${agent.issuer} is not registered`);
    await this.personalAgents.change(
      row.id,
      before => ({ ...before, enabled }),
      () => auditOf('personal-agent', row.id),
    );
  }

  /** A Brand whose agent is a script: `goodbye` closes the conversation. Gives its id. */
  scriptBrand({ deadlineSeconds = 30 } = {}): Promise<string> {
    return this.brand({ kind: 'script', script: SCRIPT }, deadlineSeconds);
  }

  /** A Brand whose agent is a stub's webhook. Gives its id. */
  webhookBrand(stub: StubBrand, { idempotent = false, deadlineSeconds = 30 } = {}): Promise<string> {
    return this.brand({ kind: 'webhook', url: stub.url, idempotent, headers: {} }, deadlineSeconds);
  }

  /** Any SQL: tests look at rows, and put them into states that only time brings about. */
  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.dataSource.query(sql, values);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
    await Promise.all(this.stubs.map(stub => stub.stop()));
  }

  /** A Brand with this agent. Gives its id. */
  async brand(agent: StoredAgentConfig, agentDeadlineSeconds = 30): Promise<string> {
    const id = freshId();
    const row = {
      id,
      name: 'Brand',
      description: 'A Brand',
      cardVersion: '1.0.0',
      domain: null,
      skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
      agent,
      limits: { agentDeadlineSeconds, contextIdleDays: 30 },
    };
    await this.brands.create(row, made => auditOf('brand', made.id));
    return id;
  }
}

const freshId = (): string =>
  ulid(Date.now(), Buffer.from(randomUUID().replaceAll('-', ''), 'hex').subarray(0, 10));

function auditOf(type: string, id: string): AuditEntry {
  return {
    actor: { id: 'test', role: 'owner' },
    action: `${type}.update`,
    object: { type, id },
    brandId: null,
    before: null,
    after: null,
    reason: null,
    requestId: id,
  };
}
