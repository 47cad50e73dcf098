import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import { type Settings, systemClock } from '@surety/platform';
import { RegistryModule } from '@surety/registry';
import { adminUrl } from './admin-url';
import { AuditModule } from './audit/audit.module';
import { AdminGuard } from './auth/admin.guard';
import { loadAdminPublicKey } from './auth/admin-key-file';
import { ADMIN_TOKEN_RULES, AdminTokenStrategy } from './auth/admin-token.strategy';
import { BrandKeysModule } from './brand-keys/brand-keys.module';
import { BrandsModule } from './brands/brands.module';
import { ConversationsModule } from './conversations/conversations.module';
import { GrantsModule } from './grants/grants.module';
import { DtoPipe } from './input/dto.pipe';
import { RequestInputInterceptor } from './input/request-input.interceptor';
import { OutsideModule } from './outside.module';
import { PersonalAgentsModule } from './personal-agents/personal-agents.module';
import { ProblemFilter } from './problem/problem.filter';
import { ReceiptsModule } from './receipts/receipts.module';
import { RetentionSweep } from './retention/retention-sweep';
import { ClosedByDefault } from './routes/closed-by-default';
import { RouteTable } from './routes/route-table';
import { ScopesModule } from './scopes/scopes.module';
import { ToolsModule } from './tools/tools.module';
import { EntityTagInterceptor } from './versions/entity-tag.interceptor';
import { WebhookKeysModule } from './webhook-keys/webhook-keys.module';

/** In this order: who may, what is read, what is made of it, what is written. */
const PIPELINE: Provider[] = [
  { provide: APP_GUARD, useClass: AdminGuard },
  { provide: APP_INTERCEPTOR, useClass: RequestInputInterceptor },
  { provide: APP_PIPE, useClass: DtoPipe },
  { provide: APP_INTERCEPTOR, useClass: EntityTagInterceptor },
  { provide: APP_FILTER, useClass: ProblemFilter },
];

/** The admin API (PACT wire §6). */
@Module({})
export class AdminApiModule {
  /** The whole app. Throws SettingsError or KeyFileError for an admin key that cannot be read. */
  static register(settings: Settings): DynamicModule {
    const rules = { key: loadAdminPublicKey(settings), audience: adminUrl(settings), clock: systemClock };
    return {
      module: AdminApiModule,
      imports: [
        DiscoveryModule,
        PassportModule,
        RegistryModule.register({ applicationName: 'admin-api' }),
        OutsideModule,
        PersonalAgentsModule,
        BrandsModule,
        ScopesModule,
        ToolsModule,
        BrandKeysModule,
        WebhookKeysModule,
        GrantsModule,
        ReceiptsModule,
        ConversationsModule,
        AuditModule,
      ],
      providers: [
        ...PIPELINE,
        RouteTable,
        ClosedByDefault,
        RetentionSweep,
        AdminTokenStrategy,
        { provide: ADMIN_TOKEN_RULES, useValue: rules },
      ],
    };
  }
}
