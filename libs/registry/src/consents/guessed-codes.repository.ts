import {
  type GuessCounters,
  type GuessedBy,
  type WrongCodes,
  guessSlice,
  judgeGuess,
} from '@surety/device-grant';
import { Sql, type SqlExecutor, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { TurnsByKey } from './turns-by-key';

/** Who tries a user code, and where. */
export interface Guesser {
  readonly source: string;
  readonly brandUser: string;
  readonly brandId: string;
}

/** What came of a try. */
export type GuessOutcome<T> =
  | { readonly kind: 'refused'; readonly retryAfterSeconds: number }
  | { readonly kind: 'wrong' }
  | { readonly kind: 'right'; readonly value: T };

/** $1 one of two classes, so that a source never waits for a User whose hash is the same; $2 who. */
const TAKE_TURN = statement('guess_take_turn', `SELECT pg_advisory_xact_lock($1::integer, hashtext($2))`);
const SOURCE_CLASS = 5_601;
const BRAND_USER_CLASS = 5_602;

const READ = statement(
  'guess_read',
  `SELECT moment.now, wrong_code.by, wrong_code.slice, wrong_code.wrong
   FROM (SELECT clock_timestamp() AS now) moment
   LEFT JOIN wrong_code ON (wrong_code.by, wrong_code.key) IN (('source', $1), ('brandUser', $2), ('brand', $3))`,
);

const COUNT = statement(
  'guess_count',
  `INSERT INTO wrong_code AS counted (by, key, slice, wrong)
   SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::integer[])
   ON CONFLICT (by, key, slice) DO UPDATE SET wrong = counted.wrong + 1`,
);

interface CountedRow {
  readonly now: Date;
  readonly by: GuessedBy | null;
  readonly slice: string | number;
  readonly wrong: number;
}

/** Counts wrong user codes (P17), in PostgreSQL alone: it stays right whatever becomes of Redis (P26). */
@Injectable()
export class GuessedCodes {
  private readonly turns = new TurnsByKey();

  constructor(private readonly sql: Sql) {}

  /**
   * One try. Tries of one source, and of one Brand user, take turns, so that many at once are no more than many in a row: in this
   * process before they take a connection, between processes by locks. In: how to look the code up with the connection of this
   * transaction; what it throws rolls back. Nothing is looked up while a limit is passed; undefined counts as wrong.
   */
  guess<T>(who: Guesser, look: (tx: SqlExecutor) => Promise<T | undefined>): Promise<GuessOutcome<T>> {
    const keys = keysOf(who);
    // Always the source first, as below, so that no two wait for each other.
    return this.turns.take(`source ${keys.source}`, () =>
      this.turns.take(`brandUser ${keys.brandUser}`, () => this.tryOnce(keys, look)),
    );
  }

  private tryOnce<T>(
    keys: Record<GuessedBy, string>,
    look: (tx: SqlExecutor) => Promise<T | undefined>,
  ): Promise<GuessOutcome<T>> {
    return this.sql.transaction(async tx => {
      await tx.rows(TAKE_TURN, [SOURCE_CLASS, keys.source]);
      await tx.rows(TAKE_TURN, [BRAND_USER_CLASS, keys.brandUser]);
      const rows = await tx.rows<CountedRow>(READ, [keys.source, keys.brandUser, keys.brand]);
      const nowMs = rows[0]?.now.getTime() ?? 0;
      const judged = judgeGuess(countersOf(rows), nowMs);
      if (!judged.allowed) return { kind: 'refused', retryAfterSeconds: judged.retryAfterSeconds };
      const value = await look(tx);
      if (value !== undefined) return { kind: 'right', value };
      await tx.affected(COUNT, countValues(keys, nowMs));
      return { kind: 'wrong' };
    });
  }
}

const EVERYBODY: readonly GuessedBy[] = ['source', 'brandUser', 'brand'];

/** A Brand user is one at one Brand only: elsewhere the same id is somebody else. */
function keysOf({ source, brandUser, brandId }: Guesser): Record<GuessedBy, string> {
  return { source, brandUser: `${brandId} ${brandUser}`, brand: brandId };
}

function countersOf(rows: readonly CountedRow[]): GuessCounters {
  const of = (wanted: GuessedBy): WrongCodes[] =>
    rows.filter(({ by }) => by === wanted).map(({ slice, wrong }) => ({ slice: Number(slice), wrong }));
  return { source: of('source'), brandUser: of('brandUser'), brand: of('brand') };
}

function countValues(keys: Record<GuessedBy, string>, nowMs: number): unknown[] {
  return [
    EVERYBODY,
    EVERYBODY.map(by => keys[by]),
    EVERYBODY.map(by => guessSlice(by, nowMs)),
    EVERYBODY.map(() => 1),
  ];
}
