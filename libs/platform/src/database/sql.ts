import { invariant } from '@surety/kernel';
import type { Pool, PoolClient, QueryResult } from 'pg';
import type { DataSource } from 'typeorm';
import type { Statement } from './statement';
import { isConnectionBroken } from './unavailable';

/** Runs named statements, on any connection of the pool or on the one of a transaction. */
export interface SqlExecutor {
  /** The rows of the statement. Throws what PostgreSQL answered, or a fault that `isUnavailable` knows. */
  rows<T>(statement: Statement, values?: readonly unknown[]): Promise<T[]>;
  /** How many rows the statement touched: what decides a conditional change. Throws like `rows`. */
  affected(statement: Statement, values?: readonly unknown[]): Promise<number>;
}

/** What PostgreSQL answers when a migration changed the columns under a plan that an older connection still holds. */
const STALE_PLAN = { code: '0A000', message: 'cached plan must not change result type' };

/**
 * Named prepared statements over the connection pool of a TypeORM data source: money and token paths use it instead of
 * repositories. Connections that broke leave the pool, so that it recovers by itself once PostgreSQL is back.
 */
export class Sql implements SqlExecutor {
  private readonly pool: Pool;

  /** In: an initialised PostgreSQL data source (`openDatabase`). */
  constructor(dataSource: DataSource) {
    this.pool = poolOf(dataSource);
  }

  async rows<T>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    return (await this.once(statement, values)).rows as T[];
  }

  async affected(statement: Statement, values: readonly unknown[] = []): Promise<number> {
    return (await this.once(statement, values)).rowCount ?? 0;
  }

  /**
   * Runs `work` in one READ COMMITTED transaction and commits; rolls back and rethrows when it throws. When the
   * connection breaks during the commit its outcome is unknown: the caller must be safe to ask again.
   */
  async transaction<T>(work: (tx: SqlExecutor) => Promise<T>): Promise<T> {
    return this.onOneConnection(async (executor, client) => {
      await client.query('begin');
      try {
        const result = await work(executor);
        await client.query('commit');
        return result;
      } catch (error) {
        if (!isConnectionBroken(error)) await client.query('rollback');
        throw error;
      }
    });
  }

  /** Lends one connection for as long as `work` runs, without a transaction: for session locks. */
  async session<T>(work: (session: SqlExecutor) => Promise<T>): Promise<T> {
    return this.onOneConnection(executor => work(executor));
  }

  private async onOneConnection<T>(
    work: (executor: SqlExecutor, client: PoolClient) => Promise<T>,
  ): Promise<T> {
    const client = await this.pool.connect();
    let broken: unknown;
    const noteBreak = (error: unknown) => {
      broken = error;
    };
    client.on('error', noteBreak);
    try {
      return await work(executorOn(client), client);
    } catch (error) {
      if (isConnectionBroken(error) || isStalePlan(error)) broken = error;
      throw error;
    } finally {
      client.off('error', noteBreak);
      client.release(broken !== undefined);
    }
  }

  /** One statement outside any transaction; a stale plan was refused before it ran, so it is safe to run again. */
  private async once(statement: Statement, values: readonly unknown[]): Promise<QueryResult> {
    try {
      return await this.onOneConnection((_executor, client) => query(client, statement, values));
    } catch (error) {
      if (!isStalePlan(error)) throw error;
      return this.onOneConnection((_executor, client) =>
        client.query({ text: statement.text, values: [...values] }),
      );
    }
  }
}

function executorOn(client: PoolClient): SqlExecutor {
  return {
    rows: async <T>(statement: Statement, values: readonly unknown[] = []) =>
      (await query(client, statement, values)).rows as T[],
    affected: async (statement, values = []) => (await query(client, statement, values)).rowCount ?? 0,
  };
}

function query(
  client: PoolClient,
  { name, text }: Statement,
  values: readonly unknown[],
): Promise<QueryResult> {
  return client.query({ name, text, values: values as unknown[] });
}

function isStalePlan(error: unknown): boolean {
  const fault = error as { code?: unknown; message?: unknown } | null;
  return fault?.code === STALE_PLAN.code && fault.message === STALE_PLAN.message;
}

/** The pg pool below TypeORM's PostgreSQL driver; TypeORM gives it no public type. */
export function poolOf(dataSource: DataSource): Pool {
  const { master } = dataSource.driver as { master?: Pool };
  invariant(master !== undefined, 'the data source is not an initialised PostgreSQL one');
  return master;
}
