import { statement } from '@surety/platform';

/** Turns that one statement looks at. */
export const TURN_BATCH = 2_000;
/** Conversations that one statement closes. */
export const IDLE_BATCH = 500;

export const FIND_MARK = statement(
  'turn_sweep_find_mark',
  `SELECT up_to AS "upTo" FROM sweep_mark WHERE sweep = 'turn'`,
);

export const SET_MARK = statement(
  'turn_sweep_set_mark',
  `INSERT INTO sweep_mark (sweep, up_to) VALUES ('turn', $1)
   ON CONFLICT (sweep) DO UPDATE SET up_to = excluded.up_to`,
);

/** Ends the runs above id $1 whose lease ran out; says where the batch ended and the lowest id that still lives. */
export const END_EXPIRED = statement(
  'turn_sweep_end_expired',
  `WITH batch AS MATERIALIZED (
     SELECT id, run, state IN ('waiting', 'running') AS open, lease_until <= clock_timestamp() AS expired
     FROM turn WHERE id > $1 ORDER BY id LIMIT ${TURN_BATCH}
   ), ended AS (
     UPDATE turn SET
       state = CASE WHEN effect_at IS NULL THEN 'released' ELSE 'spent' END,
       failure = jsonb_build_object('code', 'lease_expired', 'requestId', '',
         'detail', 'the process that ran this turn stored no answer before its lease ran out')
     FROM batch
     WHERE batch.open AND batch.expired AND turn.id = batch.id AND turn.run = batch.run
       AND turn.state IN ('waiting', 'running') AND turn.lease_until <= clock_timestamp()
     RETURNING turn.id
   )
   SELECT count(*)::integer AS seen, (SELECT count(*)::integer FROM ended) AS ended, max(id) AS last,
     min(id) FILTER (WHERE open AND NOT expired) AS living
   FROM batch`,
);

/**
 * Records what the claim judges by itself: conversations whose idle time ran out (P12). Only open ones in the partial
 * index are walked, from $1 on and below $2, an id younger than which none can be idle.
 */
export const CLOSE_IDLE = statement(
  'turn_sweep_close_idle',
  `WITH batch AS MATERIALIZED (
     SELECT context.id, context.last_at,
       context.last_at + make_interval(days => brand.context_idle_days) AS idle_at
     FROM context JOIN brand ON brand.id = context.brand_id
     WHERE context.closed_at IS NULL AND context.id > $1 AND context.id < $2
     ORDER BY context.id LIMIT ${IDLE_BATCH}
   ), closed AS (
     UPDATE context SET closed_at = batch.idle_at, closed_by = 'idle'
     FROM batch
     WHERE batch.idle_at <= clock_timestamp()
       AND context.id = batch.id AND context.closed_at IS NULL AND context.last_at = batch.last_at
     RETURNING context.id
   )
   SELECT count(*)::integer AS seen, (SELECT count(*)::integer FROM closed) AS closed, max(id) AS last FROM batch`,
);
