import {
  type DeviceAuthorization,
  FIRST_PACE,
  type Holder,
  type PollPace,
  type StoredDeviceState,
} from '@surety/device-grant';
import { LIMITS, invariant } from '@surety/kernel';
import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { freshUlid } from '../database/ids';
import type { IssuedGrant } from '../grants/issued-grant';
import { CODES_PER_WINDOW, FIND, KEEP_PACE, OPEN, REDEEM, WINDOW_SECONDS } from './device-codes.statements';
import { withFreshUserCode } from '../database/fresh-user-code';

/** A device authorization to be made: whose, for what, and under which device code. */
export interface NewDeviceCode extends Holder {
  /** In card order. */
  readonly scopes: readonly string[];
  readonly hash: string;
}

/** A stored device authorization with the moment it was read, by the database clock in milliseconds. */
export interface FoundDeviceCode extends DeviceAuthorization {
  readonly holder: Holder;
  readonly nowMs: number;
}

interface DeviceCodeRow extends Holder {
  readonly state: StoredDeviceState;
  readonly expiresAt: Date;
  readonly intervalSeconds: number;
  readonly acceptedAt: Date | null;
  readonly grantOver: boolean;
  readonly now: Date;
}

/** Neither opened nor told to wait: somebody has that user code. */
interface OpenedRow {
  readonly opened: boolean;
  readonly waitSeconds: number | null;
}

/** Device codes of personal agents (RFC 8628, P17); the database clock decides what has expired. */
@Injectable()
export class DeviceCodes {
  constructor(private readonly sql: Sql) {}

  /**
   * Opens a request that waits ten minutes for its User. Out: its user code in the stored form, or how long to wait because this
   * User of this personal agent was given ten codes within a minute (P26).
   */
  open(code: NewDeviceCode): Promise<{ readonly userCode: string } | { readonly retryAfterSeconds: number }> {
    return withFreshUserCode(async userCode => {
      const { opened, waitSeconds } = await this.tryCode(code, userCode);
      if (opened) return { userCode };
      return waitSeconds === null ? undefined : { retryAfterSeconds: waitSeconds };
    });
  }

  /** The authorization under this hash, whoever holds it. In: the Brand's card, which decides whether its grant is empty. */
  async find(hash: string, card: readonly string[]): Promise<FoundDeviceCode | undefined> {
    const [row] = await this.sql.rows<DeviceCodeRow>(FIND, [hash, card]);
    if (!row) return undefined;
    const { brandId, personalAgentId, sub, state, expiresAt, grantOver, now } = row;
    return {
      holder: { brandId, personalAgentId, sub },
      state,
      expiresAtMs: expiresAt.getTime(),
      pace: { intervalSeconds: row.intervalSeconds, acceptedAtMs: row.acceptedAt?.getTime() },
      grantOver,
      nowMs: now.getTime(),
    };
  }

  /** Stores the pace that a poll led to. Out: false when another poll has moved it since, so that this one is to be judged again. */
  async keepPace(hash: string, before: PollPace, after: PollPace): Promise<boolean> {
    const values = [
      hash,
      before.intervalSeconds,
      atMs(before.acceptedAtMs),
      after.intervalSeconds,
      atMs(after.acceptedAtMs),
    ];
    return (await this.sql.rows(KEEP_PACE, values)).length === 1;
  }

  /**
   * Exchanges an approved code once, its refresh token stored with it. Out: the grant, or undefined for whoever lost: what to answer
   * is to be read again.
   */
  async redeem(
    hash: string,
    { brandId, personalAgentId, sub }: Holder,
    card: readonly string[],
    refreshHash: string,
  ): Promise<IssuedGrant | undefined> {
    const values = [hash, card, brandId, personalAgentId, sub, refreshHash];
    return (await this.sql.rows<IssuedGrant>(REDEEM, values))[0];
  }

  private async tryCode(code: NewDeviceCode, userCode: string): Promise<OpenedRow> {
    const [row] = await this.sql.rows<OpenedRow>(OPEN, [
      code.personalAgentId,
      code.sub,
      freshUlid(),
      code.brandId,
      code.hash,
      userCode,
      code.scopes,
      LIMITS.deviceCodeSeconds,
      FIRST_PACE.intervalSeconds,
      CODES_PER_WINDOW,
      WINDOW_SECONDS,
    ]);
    invariant(row !== undefined, 'a function answers');
    return row;
  }
}

/** Whole milliseconds go in and come out, so that a stored time equals the one that was read. */
function atMs(ms: number | undefined): Date | null {
  return ms === undefined ? null : new Date(ms);
}
