import {
  type DynamicModule,
  Module,
  type OnModuleDestroy,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { Readiness, Sql, statement } from '@surety/platform';
import {
  AuditLog,
  Brands,
  Conversations,
  JwksStatus,
  PersonalAgents,
  Retention,
  SigningKeys,
} from '@surety/registry';
import { deriveKey } from '@surety/tokens';
import { DataSource } from 'typeorm';
import type { AdminParts } from './admin-parts';

const PING = statement('admin_ping', 'select 1');

/** The registry's repositories over one data source, for every module. */
@Module({})
export class PersistenceModule implements OnModuleInit, OnModuleDestroy {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sql: Sql,
    private readonly readiness: Readiness,
  ) {}

  /** Module with everything that asks the database. */
  static register({ dataSource, deploymentKey }: AdminParts): DynamicModule {
    const sql = new Sql(dataSource);
    const providers: Provider[] = [
      { provide: DataSource, useValue: dataSource },
      { provide: Sql, useValue: sql },
      { provide: PersonalAgents, useValue: new PersonalAgents(sql) },
      { provide: JwksStatus, useValue: new JwksStatus(sql) },
      { provide: Brands, useValue: new Brands(sql) },
      { provide: Conversations, useValue: new Conversations(sql) },
      { provide: AuditLog, useValue: new AuditLog(sql) },
      { provide: SigningKeys, useValue: new SigningKeys(sql, deriveKey(deploymentKey, 'webhook keys')) },
      { provide: Retention, useValue: new Retention(sql) },
    ];
    return { module: PersistenceModule, global: true, providers, exports: providers };
  }

  /** Readiness asks the database. */
  onModuleInit(): void {
    this.readiness.register('database', () => this.sql.rows(PING));
  }

  /** Closes the pool once the modules that use it are done. */
  async onModuleDestroy(): Promise<void> {
    await this.dataSource.destroy();
  }
}
