import type { Sql } from './sql';
import { statement } from './statement';

/** The oldest and newest major version that Surety is tested with. */
export const SUPPORTED_POSTGRES = { oldest: 15, newest: 18 } as const;

const SERVER_VERSION = statement(
  'platform_server_version',
  "select current_setting('server_version_num') as version",
);

/** A PostgreSQL that Surety does not support. */
export class UnsupportedPostgres extends Error {
  override readonly name = 'UnsupportedPostgres';
}

/** The major version of the server. Throws {@link UnsupportedPostgres} for one outside {@link SUPPORTED_POSTGRES}. */
export async function assertSupportedPostgres(sql: Sql): Promise<number> {
  const [row] = await sql.rows<{ version: string }>(SERVER_VERSION);
  return supportedMajor(Number(row?.version));
}

/** The major version of `server_version_num`, such as 150018. Throws {@link UnsupportedPostgres}. */
export function supportedMajor(serverVersionNum: number): number {
  const major = Math.floor(serverVersionNum / 10_000);
  const { oldest, newest } = SUPPORTED_POSTGRES;
  if (major >= oldest && major <= newest) return major;
  throw new UnsupportedPostgres(`PostgreSQL ${oldest} to ${newest} is supported, this server is ${major}`);
}
