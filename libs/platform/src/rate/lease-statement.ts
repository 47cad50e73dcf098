import type { SqlExecutor } from '../database/sql';
import { statement } from '../database/statement';
import type { LimitedBucket } from './rate-bucket';

/** What a replica wants of one bucket: tokens it needs now, and unspent ones of an older lease that it gives back. */
export interface LeaseDemand extends LimitedBucket {
  readonly need: number;
  readonly returned: number;
}

/** What it got, perhaps less than it needs, and the time until the bucket is full; milliseconds. */
export interface LeaseGrant {
  readonly key: string;
  readonly granted: number;
  readonly fullInMs: number;
}

/**
 * One statement for all buckets: rows are locked in the order of their keys, so that replicas never wait for each other in a
 * circle. A replica that needs tokens gets an eighth of what is there, or what it needs, or the rest. Two replicas that
 * meet a new bucket at once may both be served from a full one; both debits are kept.
 */
const LEASE = statement(
  'platform_rate_lease',
  `with demand as (
     select * from unnest($1::text[], $2::float8[], $3::float8[], $4::float8[], $5::float8[])
       as d(key, per_second, burst, need, returned)
   ), held as (
     select b.key, b.full_at from rate_bucket b where b.key = any($1::text[])
     order by b.key collate "C" for update
   ), judged as (
     select d.*, least(d.burst, d.burst + d.returned - d.per_second
       * greatest(0, extract(epoch from h.full_at - statement_timestamp())::float8)) as available
     from demand d left join held h using (key)
   ), served as (
     select j.*, case when need = 0 then 0
       else greatest(0, least(floor(available + 1e-6), greatest(need, floor(available / 8)))) end as granted
     from judged j
   ), written as (
     insert into rate_bucket as b (key, full_at)
     select key, statement_timestamp() + make_interval(secs => (granted - returned) / per_second)
     from served order by key collate "C"
     on conflict (key) do update
       set full_at = greatest(b.full_at, statement_timestamp()) + (excluded.full_at - statement_timestamp())
     returning b.key, extract(epoch from b.full_at - statement_timestamp())::float8 * 1000 as full_in_ms
   )
   select s.key, s.granted, w.full_in_ms from served s join written w using (key)`,
);

/** Leases tokens from PostgreSQL. In: at most one demand a key. Throws like `Sql.rows`. */
export async function leaseTokens(sql: SqlExecutor, demands: readonly LeaseDemand[]): Promise<LeaseGrant[]> {
  const rows = await sql.rows<{ key: string; granted: number; full_in_ms: number }>(LEASE, [
    demands.map(({ key }) => key),
    demands.map(({ perSecond }) => perSecond),
    demands.map(({ burst }) => burst),
    demands.map(({ need }) => need),
    demands.map(({ returned }) => returned),
  ]);
  return rows.map(row => ({ key: row.key, granted: row.granted, fullInMs: row.full_in_ms }));
}
