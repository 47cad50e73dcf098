import { randomBytes } from 'node:crypto';
import { brandAddresses, readUserCode } from '@surety/device-grant';
import { ulid } from '@surety/kernel';
import { type RunningApp, Sql, bootApp, readSettings } from '@surety/platform';
import {
  type AuditEntry,
  type BrandDelegation,
  type BrandRow,
  Brands,
  Consents,
  type PersonalAgentLimits,
  PersonalAgents,
  deployment,
  registryDataSource,
} from '@surety/registry';
import { StubPersonalAgent, type TestDatabase, testDatabase } from '@surety/testing';
import type { DataSource } from 'typeorm';
import { authorizationServerBootOptions } from '../boot';
import { OAuthClient } from './oauth-client.test-kit';

export const PUBLIC_URL = 'https://provider.test';
export const DEPLOYMENT_KEY = Buffer.alloc(32, 7).toString('base64url');
export const CARD = ['orders:read', 'address:read', 'orders:cancel'];
export const NO_LIMITS: PersonalAgentLimits = {
  perSecond: null,
  burst: 1,
  perUserPerSecond: null,
  perUserBurst: 1,
};

const DELEGATION: BrandDelegation = {
  enabled: true,
  loginUrl: 'https://brand.test/login',
  completionUrl: 'https://brand.test/connected',
  assertionIssuer: 'https://brand.test',
  keys: { jwksUri: 'https://brand.test/jwks.json' },
  skipConsent: false,
  liveSession: false,
};

const freshId = (): string => ulid(Date.now(), randomBytes(10));

/** A database with personal agents and Brands that delegate, and as many authorization servers over it as a test boots. */
export class OAuthWorld {
  readonly personalAgents: PersonalAgents;
  readonly brands: Brands;
  readonly consents: Consents;
  private readonly stubs: StubPersonalAgent[] = [];
  private readonly replicas: RunningApp[] = [];

  private constructor(
    readonly database: TestDatabase,
    private readonly dataSource: DataSource,
    /** Of the deployment (P33). */
    readonly audience: string,
  ) {
    const sql = new Sql(dataSource);
    this.personalAgents = new PersonalAgents(sql);
    this.brands = new Brands(sql);
    this.consents = new Consents(sql);
  }

  static async open(): Promise<OAuthWorld> {
    const database = await testDatabase();
    const dataSource = await registryDataSource({
      url: database.url,
      applicationName: 'test world',
      poolSize: 4,
    });
    const { audience } = await deployment(dataSource);
    return new OAuthWorld(database, dataSource, audience);
  }

  /** Boots an authorization server over this database. Gives its origin. */
  async boot(more: Readonly<Record<string, string>> = {}): Promise<string> {
    const settings = readSettings({
      SURETY_PORT: '0',
      SURETY_LISTEN: '127.0.0.1',
      SURETY_PUBLIC_URL: PUBLIC_URL,
      SURETY_DEPLOYMENT_KEY: DEPLOYMENT_KEY,
      SURETY_ALLOW_LOOPBACK_HTTP: 'true',
      SURETY_DRAIN_SECONDS: '0',
      SURETY_LOG_LEVEL: 'error',
      DATABASE_URL: this.database.url,
      ...more,
    });
    const replica = await bootApp({ ...authorizationServerBootOptions(settings), stopOnSignals: false });
    this.replicas.push(replica);
    return replica.origins[0]!;
  }

  /** A personal agent with a JWKS host of its own; without rate limits unless told. */
  async personalAgent(limits: PersonalAgentLimits = NO_LIMITS): Promise<StubPersonalAgent> {
    const stub = await StubPersonalAgent.start();
    this.stubs.push(stub);
    const row = { id: freshId(), name: 'Test', issuer: stub.issuer, jwksUri: stub.jwksUri, enabled: true };
    await this.personalAgents.create({ ...row, limits }, made => auditOf('personal-agent', made.id));
    return stub;
  }

  /** A Brand that delegates. Gives its id. */
  async brand(changes: Partial<BrandDelegation> = {}, scopes: readonly string[] = CARD): Promise<string> {
    const row = {
      id: freshId(),
      name: 'Brand',
      description: 'A Brand',
      cardVersion: '1.0.0',
      domain: null,
      skills: [{ id: 'support', name: 'Support', description: 'Answers questions.', tags: ['support'] }],
      agent: { kind: 'script', script: { rules: [], fallback: 'Yes.' } } as const,
      limits: { agentDeadlineSeconds: 30, contextIdleDays: 30 },
      delegation: { ...DELEGATION, ...changes },
      scopes: scopes.map(id => ({ id, description: `May ${id}` })),
    };
    await this.brands.create(row, made => auditOf('brand', made.id));
    return row.id;
  }

  /** Changes a Brand as an operator does. */
  async changeBrand(id: string, change: (before: BrandRow) => BrandRow): Promise<void> {
    await this.brands.change(id, change, () => auditOf('brand', id));
  }

  /** One User of a personal agent at a Brand, as seen by one authorization server. */
  client(origin: string, personalAgent: StubPersonalAgent, brandId: string, sub = 'user-1'): OAuthClient {
    const addresses = brandAddresses(PUBLIC_URL, brandId);
    return new OAuthClient(origin, addresses, personalAgent, sub, this.audience);
  }

  /** What the User does on the consent page: allows these scopes, or denies. In: the user code as it was shown. */
  async decide(
    brandId: string,
    shownCode: string,
    { ticked = CARD, brandUser = 'jane', decision = 'allow' as 'allow' | 'deny' } = {},
  ): Promise<void> {
    const consent = await this.consents.open(brandId, readUserCode(shownCode) ?? '', brandUser);
    if (!consent) throw new Error(`no pending request has the code ${shownCode}`);
    const answer = { brandId, requestId: consent.request.id, brandUser, decision, ticked };
    await this.consents.decide(answer, 'http-1');
  }

  /** Any SQL: tests look at rows, and put them into states that only time brings about. */
  run<T = unknown>(sql: string, values: unknown[] = []): Promise<T[]> {
    return this.dataSource.query(sql, values);
  }

  async close(): Promise<void> {
    await Promise.all(this.replicas.map(replica => replica.stop()));
    await this.dataSource.destroy();
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
