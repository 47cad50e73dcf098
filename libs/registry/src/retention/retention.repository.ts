import { Injectable } from '@nestjs/common';
import { ulidTime } from '@surety/kernel';
import { Sql, type Statement, tryAdvisoryLock } from '@surety/platform';
import {
  AUDIT,
  AUDIT_BATCH,
  CONVERSATIONS,
  CONVERSATION_BATCH,
  IDEMPOTENCY_KEYS,
  RATE_BUCKETS,
  SMALL_ROW_BATCH,
} from './retention.statements';

/** How long each kind is kept (PACT wire §6). */
export interface RetentionTimes {
  /** Turns and conversations: days after the last turn. */
  readonly conversationDays: number;
  readonly auditDays: number;
  readonly idempotencyHours: number;
}

/** How many rows of each kind a sweep deleted. */
export interface RetentionCounts {
  readonly conversations: number;
  readonly auditRows: number;
  readonly idempotencyKeys: number;
  readonly rateBuckets: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes what is past its time, by the database clock and in batches; one replica at a time. */
@Injectable()
export class Retention {
  constructor(private readonly sql: Sql) {}

  /** One whole sweep. Out: what was deleted; undefined when another replica sweeps at the moment. */
  async sweep(times: RetentionTimes): Promise<RetentionCounts | undefined> {
    const outcome = await tryAdvisoryLock(this.sql, 'surety_retention', () => this.deleteAll(times));
    return outcome.ran ? outcome.value : undefined;
  }

  private async deleteAll(times: RetentionTimes): Promise<RetentionCounts> {
    const { conversationDays, auditDays, idempotencyHours } = times;
    const oldContexts = `ctx_${idsOlderThan(conversationDays)}`;
    return {
      conversations: await this.inBatches(CONVERSATIONS, CONVERSATION_BATCH, [oldContexts, conversationDays]),
      auditRows: await this.inBatches(AUDIT, AUDIT_BATCH, [idsOlderThan(auditDays), auditDays]),
      idempotencyKeys: await this.inBatches(IDEMPOTENCY_KEYS, SMALL_ROW_BATCH, [idempotencyHours]),
      rateBuckets: await this.inBatches(RATE_BUCKETS, SMALL_ROW_BATCH, []),
    };
  }

  /** Runs a statement until it finds less than a whole batch. */
  private async inBatches(batch: Statement, size: number, values: readonly unknown[]): Promise<number> {
    let total = 0;
    for (let deleted = size; deleted === size; total += deleted) {
      deleted = await this.sql.affected(batch, values);
    }
    return total;
  }
}

/** An upper bound of every id made before that time; a day of margin covers clocks that disagree. */
function idsOlderThan(days: number): string {
  return ulidTime(Math.max(0, Date.now() - (days - 1) * DAY_MS));
}
