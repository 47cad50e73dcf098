import {
  type DynamicModule,
  Injectable,
  Module,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { invariant } from '@surety/kernel';
import {
  LOGGER,
  type Logger,
  NotificationListener,
  Readiness,
  Settings,
  Sql,
  loadDeploymentKey,
  statement,
} from '@surety/platform';
import { deriveKey } from '@surety/tokens';
import { DataSource } from 'typeorm';
import { AuditLog } from './audit/audit-log.repository';
import { BrandScopes } from './brands/brand-scopes.repository';
import { Brands } from './brands/brands.repository';
import { AssertionJtis } from './consents/assertion-jtis.repository';
import { Consents } from './consents/consents.repository';
import { GuessedCodes } from './consents/guessed-codes.repository';
import { LiveSessions } from './consents/live-sessions.repository';
import { UserGrants } from './consents/user-grants.repository';
import { Conversations } from './conversations/conversations.repository';
import { DeviceCodes } from './device-codes/device-codes.repository';
import { DeviceRequests } from './device-requests/device-requests.repository';
import { Grants } from './grants/grants.repository';
import { HeldGrants } from './grants/held-grants.repository';
import { migrate } from './migrate';
import { GrantAdmin } from './grants/grant-admin.repository';
import { JwksStatus } from './personal-agents/jwks-status.repository';
import { PersonalAgents } from './personal-agents/personal-agents.repository';
import { Receipts } from './receipts/receipts.repository';
import { RefreshTokens } from './refresh-tokens/refresh-tokens.repository';
import { registryDataSource } from './registry-data-source';
import { Retention } from './retention/retention.repository';
import { SigningKeys } from './signing-keys/signing-keys.repository';
import { ToolRegister } from './tools/tool-register.repository';
import { Tools } from './tools/tools.repository';
import { TurnSweep } from './turns/turn-sweep.repository';
import { Turns } from './turns/turns.repository';
import { onRegistryChange } from './registry-changes';

/** Everything that needs the statement runner alone. */
const REPOSITORIES: readonly (new (sql: Sql) => object)[] = [
  AssertionJtis,
  AuditLog,
  Brands,
  BrandScopes,
  Consents,
  Conversations,
  DeviceCodes,
  DeviceRequests,
  GrantAdmin,
  Grants,
  GuessedCodes,
  HeldGrants,
  JwksStatus,
  LiveSessions,
  PersonalAgents,
  Receipts,
  RefreshTokens,
  Retention,
  ToolRegister,
  Tools,
  Turns,
  TurnSweep,
  UserGrants,
];

const PING = statement('registry_ping', 'SELECT 1');

/** Owns the connections: says whether they serve, and closes them last. */
@Injectable()
class RegistryConnections implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    private readonly listener: NotificationListener,
    sql: Sql,
    readiness: Readiness,
  ) {
    readiness.register('database', () => sql.rows(PING));
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.stop();
    await this.dataSource.destroy();
  }
}

/**
 * The registry for a Nest app: migrates (any number of replicas may boot at once), opens the data source of `DATABASE_URL`, and
 * provides it with the statement runner, the notification listener and every repository. Needs PlatformModule. The app does not
 * boot when the database cannot be reached.
 */
@Module({})
export class RegistryModule {
  /** In: the name that the connections show in `pg_stat_activity`. */
  static register({ applicationName }: { readonly applicationName: string }): DynamicModule {
    const providers: Provider[] = [
      {
        provide: DataSource,
        inject: [Settings],
        useFactory: (settings: Settings) => open(settings, applicationName),
      },
      { provide: Sql, inject: [DataSource], useFactory: (dataSource: DataSource) => new Sql(dataSource) },
      {
        provide: NotificationListener,
        // Waits for the data source, so that the schema is there before anything listens.
        inject: [Settings, LOGGER, DataSource],
        useFactory: (settings: Settings, logger: Logger) => listen(settings, applicationName, logger),
      },
      ...REPOSITORIES.map(repository => ({
        provide: repository,
        inject: [Sql],
        useFactory: (sql: Sql) => new repository(sql),
      })),
      { provide: SigningKeys, inject: [Sql, Settings, NotificationListener], useFactory: openKeys },
    ];
    return {
      module: RegistryModule,
      global: true,
      providers: [...providers, RegistryConnections],
      exports: providers,
    };
  }
}

async function open(settings: Settings, applicationName: string): Promise<DataSource> {
  const url = databaseUrl(settings);
  await migrate({ url, applicationName });
  return registryDataSource({ url, applicationName });
}

/** The signing keys; the first one for webhooks is made where there is none. A change of any is known at once. */
async function openKeys(sql: Sql, settings: Settings, listener: NotificationListener): Promise<SigningKeys> {
  const keys = new SigningKeys(sql, deriveKey(loadDeploymentKey(settings), 'webhook keys'));
  await keys.ensure('webhook');
  const forget = () => keys.forget();
  onRegistryChange(listener, { changed: { 'signing-key': forget }, missed: forget });
  return keys;
}

async function listen(
  settings: Settings,
  applicationName: string,
  logger: Logger,
): Promise<NotificationListener> {
  const listener = new NotificationListener({
    url: databaseUrl(settings),
    applicationName,
    onChange: (state, cause) =>
      state === 'lost'
        ? logger.warn({ err: cause }, 'registry listener lost')
        : logger.info('registry listener listens'),
  });
  await listener.start();
  return listener;
}

function databaseUrl({ databaseUrl: url }: Settings): string {
  invariant(url !== undefined, 'DATABASE_URL is not set');
  return url;
}
