import { Injectable } from '@nestjs/common';
import { ulidTime } from '@surety/kernel';
import { Sql, tryAdvisoryLock } from '@surety/platform';
import {
  CLOSE_IDLE,
  END_EXPIRED,
  FIND_MARK,
  IDLE_BATCH,
  SET_MARK,
  TURN_BATCH,
} from './turn-sweep.statements';

interface ExpiredBatch {
  readonly seen: number;
  readonly ended: number;
  readonly last: string | null;
  readonly living: string | null;
}

interface IdleBatch {
  readonly seen: number;
  readonly closed: number;
  readonly last: string | null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The mark stays behind the longest lease and behind clocks of other replicas that make ids. */
const MARK_LAG_MS = 5 * MINUTE_MS;
/** `tn_` and the time part of the ULID: sorts below every id made in that millisecond. */
const TIME_PREFIX_LENGTH = 'tn_'.length + 10;

/**
 * Records what every reader already judges by the database clock: runs whose lease ran out, and conversations past their
 * idle time. Nothing depends on it in time; it keeps what operators read true. One replica at a time.
 */
@Injectable()
export class TurnSweep {
  constructor(private readonly sql: Sql) {}

  /** Ends expired runs. Out: how many; undefined when another replica sweeps at the moment. */
  async endExpired(): Promise<number | undefined> {
    const outcome = await tryAdvisoryLock(this.sql, 'surety_turn_sweep', () => this.walkTurns());
    return outcome.ran ? outcome.value : undefined;
  }

  /** Closes idle conversations (P12). Out: how many; undefined when another replica sweeps at the moment. */
  async closeIdle(): Promise<number | undefined> {
    const outcome = await tryAdvisoryLock(this.sql, 'surety_idle_sweep', () => this.walkContexts());
    return outcome.ran ? outcome.value : undefined;
  }

  private async walkTurns(): Promise<number> {
    const [mark] = await this.sql.rows<{ upTo: string }>(FIND_MARK);
    const youngest = `tn_${ulidTime(Date.now() - MARK_LAG_MS)}`;
    let ended = 0;
    let nextMark = youngest;
    let from = mark?.upTo ?? '';
    for (let seen = TURN_BATCH; seen === TURN_BATCH;) {
      const batch = (await this.sql.rows<ExpiredBatch>(END_EXPIRED, [from]))[0]!;
      ({ seen } = batch);
      ended += batch.ended;
      from = batch.last ?? from;
      const living = batch.living?.slice(0, TIME_PREFIX_LENGTH);
      if (living !== undefined && living < nextMark) nextMark = living;
    }
    await this.sql.affected(SET_MARK, [nextMark]);
    return ended;
  }

  private async walkContexts(): Promise<number> {
    const below = `ctx_${ulidTime(Date.now() - DAY_MS + MARK_LAG_MS)}`;
    let closed = 0;
    let from = '';
    for (let seen = IDLE_BATCH; seen === IDLE_BATCH;) {
      const batch = (await this.sql.rows<IdleBatch>(CLOSE_IDLE, [from, below]))[0]!;
      ({ seen } = batch);
      closed += batch.closed;
      from = batch.last ?? from;
    }
    return closed;
  }
}
