import { Sql } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import type { AuditEntry } from '../audit/audit-entry';
import { recordAudit } from '../audit/audit-log.repository';
import type { ListPage } from '../database/list-page';
import { FIND, LIST, LOCK, REVOKE, REVOKE_MANY } from './grant-admin.statements';

/** By the database clock. */
export type GrantStatus = 'live' | 'revoked' | 'expired';

/** A grant as operators see it (PACT wire §6). */
export interface GrantListRow {
  readonly id: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly issuer: string;
  readonly sub: string;
  /** The Brand user. */
  readonly user: string;
  readonly scopes: readonly string[];
  /** Scopes that this User was asked for and did not tick. */
  readonly unticked: readonly string[];
  readonly consentedAt: Date;
  readonly endsAt: Date;
  readonly lastUsedAt: Date | null;
  readonly status: GrantStatus;
  readonly revokedAt: Date | null;
  /** Its User, an operator, its personal agent, or a refresh token that came twice. */
  readonly revokedBy: 'user' | 'operator' | 'personal-agent' | 'refresh-reuse' | null;
  /** Counts every change, also that of the card; the use alone is none. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Which grants; absent members filter nothing. */
export interface GrantFilters {
  readonly brandId?: string | undefined;
  readonly personalAgentId?: string | undefined;
  readonly sub?: string | undefined;
  readonly user?: string | undefined;
  readonly status?: GrantStatus | undefined;
  /** Only of these Brands; absent for somebody who may see all. */
  readonly brandIds?: readonly string[] | undefined;
}

/** Every live grant of a personal agent or of a Brand user at one Brand. */
export type GrantsToRevoke = { readonly brandId: string } & (
  { readonly personalAgentId: string } | { readonly user: string }
);

/** Grants as operators read and end them (P19): what is revoked is dead for the next request of every replica. */
@Injectable()
export class GrantAdmin {
  constructor(private readonly sql: Sql) {}

  async find(id: string): Promise<GrantListRow | undefined> {
    return (await this.sql.rows<GrantListRow>(FIND, [id]))[0];
  }

  /** One page, newest first. */
  list(filters: GrantFilters, { limit, before }: ListPage): Promise<GrantListRow[]> {
    const { brandId, personalAgentId, sub, user, status, brandIds } = filters;
    const values = [before, brandId, personalAgentId, sub, user, status, brandIds, limit];
    return this.sql.rows<GrantListRow>(
      LIST,
      values.map(value => value ?? null),
    );
  }

  /**
   * Revokes one. `check` gets it as it is and may throw, which rolls back. Out: the grant afterwards; one that was dead
   * before is unchanged and leaves no trace. Undefined when there is none.
   */
  revoke(
    id: string,
    check: (before: GrantListRow) => void,
    audit: (before: GrantListRow, after: GrantListRow) => AuditEntry,
  ): Promise<GrantListRow | undefined> {
    return this.sql.transaction(async tx => {
      await tx.rows(LOCK, [id]);
      const [before] = await tx.rows<GrantListRow>(FIND, [id]);
      if (!before) return undefined;
      check(before);
      if ((await tx.affected(REVOKE, [id])) === 0) return before;
      const [after] = await tx.rows<GrantListRow>(FIND, [id]);
      await recordAudit(tx, audit(before, after!));
      return after;
    });
  }

  /** Revokes many with one audit row, or none when nothing was live. Out: how many were. */
  revokeMany(which: GrantsToRevoke, audit: (revoked: number) => AuditEntry): Promise<number> {
    const personalAgentId = 'personalAgentId' in which ? which.personalAgentId : null;
    const user = 'user' in which ? which.user : null;
    return this.sql.transaction(async tx => {
      const revoked = await tx.affected(REVOKE_MANY, [which.brandId, personalAgentId, user]);
      if (revoked > 0) await recordAudit(tx, audit(revoked));
      return revoked;
    });
  }
}
