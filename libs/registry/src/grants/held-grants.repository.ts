import type { TokenToRevoke } from '@surety/device-grant';
import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { recordAudit } from '../audit/audit-log.repository';
import { liveGrant } from './live-grant';

/** A grant as the rules of revocation see it, with the moment it was read, by the database clock in milliseconds. */
export interface HeldGrant extends TokenToRevoke {
  readonly grantId: string;
  readonly nowMs: number;
}

/** What ends a grant without its User or an operator: its personal agent, or a refresh token that came twice (P18, P19). */
export type GrantEnder = 'personal-agent' | 'refresh-reuse';

/** A grant to be ended, and the request that does it. */
export interface GrantEnding {
  readonly grantId: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly by: GrantEnder;
  readonly requestId: string;
}

export interface HeldGrantRow {
  readonly grantId: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly unticked: readonly string[];
  readonly consentedAt: Date;
  readonly endsAt: Date;
  readonly isRevoked: boolean;
  readonly now: Date;
}

/** The columns of a {@link HeldGrantRow} of the table alias `g`. */
export const HELD_GRANT = `g.id AS "grantId", g.brand_id AS "brandId", g.personal_agent_id AS "personalAgentId", g.sub, g.scopes,
  g.unticked, g.consented_at AS "consentedAt", g.ends_at AS "endsAt", g.revoked_at IS NOT NULL AS "isRevoked",
  clock_timestamp() AS now`;

const FIND = statement('held_grant_find', `SELECT ${HELD_GRANT} FROM delegation_grant g WHERE g.id = $1`);

const END = statement(
  'held_grant_end',
  `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = $2
   WHERE id = $1 AND ${liveGrant()}`,
);

/** Grants as those see and end them who hold their tokens (P18, P19). */
@Injectable()
export class HeldGrants {
  constructor(private readonly sql: Sql) {}

  /** The grant of this id, dead or alive, whoever holds it. */
  async find(grantId: string): Promise<HeldGrant | undefined> {
    const [row] = await this.sql.rows<HeldGrantRow>(FIND, [grantId]);
    return row && heldGrant(row);
  }

  /** Ends a live grant, audited. Out: whether it ended now. */
  end({ grantId, brandId, personalAgentId, by, requestId }: GrantEnding): Promise<boolean> {
    return this.sql.transaction(async tx => {
      if ((await tx.affected(END, [grantId, by])) === 0) return false;
      await recordAudit(tx, {
        actor: by === 'personal-agent' ? { id: personalAgentId, role: by } : { id: by, role: 'system' },
        action: 'grant.revoke',
        object: { type: 'grant', id: grantId },
        brandId,
        before: null,
        after: null,
        reason: by === 'refresh-reuse' ? 'a refresh token was presented again' : null,
        requestId,
      });
      return true;
    });
  }
}

/** The row as the rules of the device grant read it. */
export function heldGrant(row: HeldGrantRow): HeldGrant {
  const { grantId, brandId, personalAgentId, sub, scopes, unticked } = row;
  return {
    grantId,
    holder: { brandId, personalAgentId, sub },
    grant: {
      scopes,
      unticked,
      consentedAtMs: row.consentedAt.getTime(),
      endsAtMs: row.endsAt.getTime(),
      revoked: row.isRevoked,
    },
    nowMs: row.now.getTime(),
  };
}
