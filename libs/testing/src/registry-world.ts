import { Sql } from '@surety/platform';
import {
  type AuditEntry,
  type BrandRow,
  Brands,
  type NewBrand,
  type PersonalAgentLimits,
  PersonalAgents,
  deployment,
  freshUlid,
  registryDataSource,
} from '@surety/registry';
import type { DataSource } from 'typeorm';
import { StubPersonalAgent } from './stub-personal-agent';
import { type TestDatabase, testDatabase } from './test-database';

/** Nothing listens there. */
export const WORLD_PUBLIC_URL = 'https://provider.test';

/** The deployment key of every world's apps, as `SURETY_DEPLOYMENT_KEY`. */
export const WORLD_DEPLOYMENT_KEY = Buffer.alloc(32, 7).toString('base64url');

export const NO_LIMITS: PersonalAgentLimits = {
  perSecond: null,
  burst: 1,
  perUserPerSecond: null,
  perUserBurst: 1,
};

/** A migrated database and the connection that a world looks at it through. */
export interface WorldDatabase {
  readonly database: TestDatabase;
  readonly dataSource: DataSource;
  /** Of the deployment (P33). */
  readonly audience: string;
}

/** A database with what an operator registers: personal agents with real JWKS hosts, and Brands. Apps boot over it. */
export class RegistryWorld {
  readonly personalAgents: PersonalAgents;
  readonly brands: Brands;
  readonly sql: Sql;
  private readonly stubs: StubPersonalAgent[] = [];

  protected constructor(private readonly opened: WorldDatabase) {
    this.sql = new Sql(opened.dataSource);
    this.personalAgents = new PersonalAgents(this.sql);
    this.brands = new Brands(this.sql);
  }

  /** In: a migrated database; by default a fresh one of the test server. */
  protected static async openDatabase(given?: TestDatabase): Promise<WorldDatabase> {
    const database = given ?? (await testDatabase());
    const { url } = database;
    const dataSource = await registryDataSource({ url, applicationName: 'test world', poolSize: 4 });
    const { audience } = await deployment(dataSource);
    return { database, dataSource, audience };
  }

  get database(): TestDatabase {
    return this.opened.database;
  }

  get audience(): string {
    return this.opened.audience;
  }

  /** The environment of an app over this world. */
  env(more: Readonly<Record<string, string>> = {}): Record<string, string> {
    return {
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_PUBLIC_URL: WORLD_PUBLIC_URL,
      SURETY_DEPLOYMENT_KEY: WORLD_DEPLOYMENT_KEY,
      SURETY_ALLOW_LOOPBACK_HTTP: 'true',
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'error',
      DATABASE_URL: this.database.url,
      ...more,
    };
  }

  /** A personal agent with a JWKS host of its own, registered without rate limits unless told. */
  async personalAgent(limits: PersonalAgentLimits = NO_LIMITS): Promise<StubPersonalAgent> {
    const stub = await StubPersonalAgent.start();
    this.stubs.push(stub);
    const { issuer, jwksUri } = stub;
    const row = { id: freshUlid(), name: 'Test', issuer, jwksUri, enabled: true, limits };
    await this.personalAgents.create(row, made => auditOf('personal-agent', made.id));
    return stub;
  }

  /** Disables or enables a personal agent, as an operator does. */
  async enable({ issuer }: StubPersonalAgent, enabled: boolean): Promise<void> {
    const row = await this.personalAgents.findByIssuer(issuer);
    if (!row) throw new Error(`${issuer} is not registered`);
    await this.personalAgents.change(
      row.id,
      before => ({ ...before, enabled }),
      () => auditOf('personal-agent', row.id),
    );
  }

  /** A Brand with this agent. Gives its id. */
  async registerBrand(row: Pick<NewBrand, 'agent'> & Partial<NewBrand>): Promise<string> {
    const made = await this.brands.create(
      {
        id: freshUlid(),
        name: 'Brand',
        description: 'A Brand',
        cardVersion: '1.0.0',
        domain: null,
        skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
        limits: { agentDeadlineSeconds: 30, contextIdleDays: 30 },
        ...row,
      },
      ({ id }) => auditOf('brand', id),
    );
    return made.id;
  }

  /** Changes a Brand as an operator does. */
  async changeBrand(id: string, change: (before: BrandRow) => BrandRow): Promise<void> {
    await this.brands.change(id, change, () => auditOf('brand', id));
  }

  /** Any SQL: tests look at rows, and put them into states that only time brings about. */
  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.opened.dataSource.query(sql, values);
  }

  async close(): Promise<void> {
    await this.opened.dataSource.destroy();
    await this.database.drop();
    await Promise.all(this.stubs.map(stub => stub.stop()));
  }
}

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
