import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { recordAudit } from '../audit/audit-log.repository';
import { liveGrant } from '../grants/live-grant';

/** One live grant as its User sees it. */
export interface UserGrant {
  readonly id: string;
  readonly issuer: string;
  readonly scopes: readonly string[];
  /** Of the first consent: a later one widens the grant and moves its end, and it is the same grant. */
  readonly since: Date;
  readonly lastUsedAt: Date | null;
  readonly endsAt: Date;
}

const LIVE = statement(
  'user_grant_live',
  `SELECT g.id, pa.issuer, g.scopes, g.created_at AS since, g.last_used_at AS "lastUsedAt", g.ends_at AS "endsAt"
   FROM delegation_grant g JOIN personal_agent pa ON pa.id = g.personal_agent_id
   WHERE g.brand_id = $1 AND g.brand_user = $2 AND ${liveGrant('g.')}
   ORDER BY g.id DESC`,
);

const REVOKE = statement(
  'user_grant_revoke',
  `UPDATE delegation_grant SET revoked_at = clock_timestamp(), revoked_by = 'user'
   WHERE id = $1 AND brand_id = $2 AND brand_user = $3 AND ${liveGrant()}`,
);

/** The grants of one User at one Brand, as the User sees and ends them (P19, P21). */
@Injectable()
export class UserGrants {
  constructor(private readonly sql: Sql) {}

  /** Newest first. */
  liveOf(brandId: string, brandUser: string): Promise<readonly UserGrant[]> {
    return this.sql.rows<UserGrant>(LIVE, [brandId, brandUser]);
  }

  /** Out: whether a live grant of this User ended now; a foreign one is as unknown as none. */
  revokeByUser(
    grant: { readonly grantId: string; readonly brandId: string; readonly brandUser: string },
    httpRequestId: string,
  ): Promise<boolean> {
    const { grantId, brandId, brandUser } = grant;
    return this.sql.transaction(async tx => {
      if ((await tx.affected(REVOKE, [grantId, brandId, brandUser])) === 0) return false;
      await recordAudit(tx, {
        actor: { id: brandUser, role: 'user' },
        action: 'grant.revoke',
        object: { type: 'grant', id: grantId },
        brandId,
        before: null,
        after: null,
        reason: null,
        requestId: httpRequestId,
      });
      return true;
    });
  }
}
