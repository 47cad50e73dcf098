import { DataSource, type DataSourceOptions } from 'typeorm';
import { poolOf } from './sql';

/** What a process needs to say about its database; times are milliseconds. */
export interface DatabaseOptions {
  readonly url: string;
  /** Shown by `pg_stat_activity`: the name of the app. */
  readonly applicationName: string;
  /** Connections of this process at most. */
  readonly poolSize?: number;
  readonly entities?: DataSourceOptions['entities'];
  readonly migrations?: DataSourceOptions['migrations'];
  /** A statement ends after this time; 0 = never, for migrations only. */
  readonly statementTimeoutMs?: number;
  /** Told about connections that broke while they were idle; the pool has already dropped them. */
  readonly onIdleError?: (error: Error) => void;
}

const POOL_SIZE = 10;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Time to a connection, new or free: a dead database answers every request within it. */
const CONNECT_TIMEOUT_MS = 3_000;
/** What the client grants beyond the server's own timeout before it gives up a silent connection. */
const SILENCE_MARGIN_MS = 1_000;
const IDLE_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_DELAY_MS = 5_000;
/** Connections are renewed, so that a fleet spreads again after a failover. */
const CONNECTION_LIFETIME_SECONDS = 30 * 60;

/**
 * Opens a TypeORM data source on PostgreSQL. No query can hang for ever, and the pool heals by itself after the server
 * was away. Never synchronises or migrates by itself. Throws a fault that `isUnavailable` knows, or what PostgreSQL says.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  const statementTimeoutMs = options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS;
  const dataSource = new DataSource({
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    poolSize: options.poolSize ?? POOL_SIZE,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    poolErrorHandler: options.onIdleError ?? (() => undefined),
    entities: options.entities ?? [],
    migrations: options.migrations ?? [],
    migrationsTransactionMode: 'each',
    installExtensions: false,
    synchronize: false,
    migrationsRun: false,
    extra: {
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
      statement_timeout: statementTimeoutMs,
      query_timeout: statementTimeoutMs === 0 ? 0 : statementTimeoutMs + SILENCE_MARGIN_MS,
      idle_in_transaction_session_timeout: statementTimeoutMs,
    },
  });
  await dataSource.initialize();
  return survivingLostConnections(dataSource);
}

/** A connection may break while it is lent out; without a listener its `error` event would end the process. */
function survivingLostConnections(dataSource: DataSource): DataSource {
  poolOf(dataSource).on('acquire', client => {
    if (client.listenerCount('error') === 0) client.on('error', () => undefined);
  });
  return dataSource;
}
