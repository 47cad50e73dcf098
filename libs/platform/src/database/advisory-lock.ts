import { setTimeout as sleep } from 'node:timers/promises';
import type { Sql, SqlExecutor } from './sql';
import { statement } from './statement';

const TRY_LOCK = statement(
  'platform_try_advisory_lock',
  'select pg_try_advisory_lock(hashtextextended($1, 0)) as held',
);
const UNLOCK = statement('platform_advisory_unlock', 'select pg_advisory_unlock(hashtextextended($1, 0))');

/** Asked again and again instead of waited for, so that no statement timeout can end a long wait. */
const POLL_MS = 200;

/** What came of `tryAdvisoryLock`: the value of the work, or nothing because another session works. */
export type LockOutcome<T> = { readonly ran: true; readonly value: T } | { readonly ran: false };

/**
 * Runs `work` while this session alone holds the lock `name` in the database; waits for it as long as it takes
 * (migrations: field row 60). A crash of the holder frees the lock with its connection.
 */
export async function withAdvisoryLock<T>(sql: Sql, name: string, work: () => Promise<T>): Promise<T> {
  return sql.session(async session => {
    while (!(await acquired(session, name))) await sleep(POLL_MS);
    return releasing(session, name, work);
  });
}

/** Runs `work` only when nobody holds the lock `name` now: a sweep that another replica already does is left out. */
export async function tryAdvisoryLock<T>(
  sql: Sql,
  name: string,
  work: () => Promise<T>,
): Promise<LockOutcome<T>> {
  return sql.session(async session => {
    if (!(await acquired(session, name))) return { ran: false };
    return { ran: true, value: await releasing(session, name, work) };
  });
}

async function acquired(session: SqlExecutor, name: string): Promise<boolean> {
  const [row] = await session.rows<{ held: boolean }>(TRY_LOCK, [name]);
  return row?.held === true;
}

async function releasing<T>(session: SqlExecutor, name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await session.rows(UNLOCK, [name]);
  }
}
