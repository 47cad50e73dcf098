import { Injectable } from '@nestjs/common';
import { oldestGuessSlice } from '@surety/device-grant';
import { ulidTime } from '@surety/kernel';
import { Sql, type Statement, tryAdvisoryLock } from '@surety/platform';
import {
  ASSERTION_JTIS,
  AUDIT,
  AUDIT_BATCH,
  CLOCK,
  CODES,
  CONVERSATIONS,
  CONVERSATION_BATCH,
  GRANTS,
  IDEMPOTENCY_KEYS,
  LIVE_SESSIONS,
  RATE_BUCKETS,
  RECEIPTS,
  REFRESH_TOKENS,
  SMALL_ROW_BATCH,
  WRONG_CODES,
} from './retention.statements';

/** How long each kind is kept (PACT wire §6). */
export interface RetentionTimes {
  /** Turns and conversations: days after the last turn. */
  readonly conversationDays: number;
  readonly auditDays: number;
  readonly idempotencyHours: number;
  /** User and device codes: hours after they expire. */
  readonly codeHours: number;
  readonly assertionMinutes: number;
  /** Hashes of refresh tokens: days after the end of their grant. */
  readonly refreshTokenDays: number;
  /** Grants: days after they were revoked or ran out. */
  readonly grantDays: number;
  readonly receiptDays: number;
}

/** How many rows of each kind a sweep deleted. */
export interface RetentionCounts {
  readonly conversations: number;
  readonly auditRows: number;
  readonly idempotencyKeys: number;
  readonly rateBuckets: number;
  readonly codes: number;
  readonly assertionJtis: number;
  readonly liveSessions: number;
  readonly wrongCodes: number;
  readonly refreshTokens: number;
  /** A refresh token that goes with its grant is not counted. */
  readonly grants: number;
  readonly receipts: number;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

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
    const oldContexts = `ctx_${idsBefore((conversationDays - 1) * DAY_MS)}`;
    return {
      conversations: await this.inBatches(CONVERSATIONS, CONVERSATION_BATCH, [oldContexts, conversationDays]),
      auditRows: await this.inBatches(AUDIT, AUDIT_BATCH, [idsBefore((auditDays - 1) * DAY_MS), auditDays]),
      idempotencyKeys: await this.inBatches(IDEMPOTENCY_KEYS, SMALL_ROW_BATCH, [idempotencyHours]),
      rateBuckets: await this.inBatches(RATE_BUCKETS, SMALL_ROW_BATCH, []),
      ...(await this.deleteDelegation(times)),
    };
  }

  private async deleteDelegation(times: RetentionTimes) {
    const { codeHours, assertionMinutes, refreshTokenDays, grantDays, receiptDays } = times;
    const oldCodes = idsBefore((codeHours - 1) * HOUR_MS);
    const oldReceipts = idsBefore((receiptDays - 1) * DAY_MS);
    return {
      codes: await this.inBatches(CODES, SMALL_ROW_BATCH, [oldCodes, codeHours]),
      assertionJtis: await this.inBatches(ASSERTION_JTIS, SMALL_ROW_BATCH, [assertionMinutes]),
      liveSessions: await this.inBatches(LIVE_SESSIONS, SMALL_ROW_BATCH, []),
      wrongCodes: await this.inBatches(WRONG_CODES, SMALL_ROW_BATCH, await this.oldestSlices()),
      refreshTokens: await this.inBatches(REFRESH_TOKENS, SMALL_ROW_BATCH, [refreshTokenDays]),
      grants: await this.inBatches(GRANTS, SMALL_ROW_BATCH, [grantDays]),
      receipts: await this.inBatches(RECEIPTS, SMALL_ROW_BATCH, [oldReceipts, receiptDays]),
    };
  }

  private async oldestSlices(): Promise<number[]> {
    const [clock] = await this.sql.rows<{ now: Date }>(CLOCK);
    const nowMs = clock!.now.getTime();
    return (['source', 'brandUser', 'brand'] as const).map(by => oldestGuessSlice(by, nowMs));
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

/** An upper bound of every id made so long ago; callers leave a margin for clocks that disagree. */
function idsBefore(agoMs: number): string {
  return ulidTime(Math.max(0, Date.now() - agoMs));
}
