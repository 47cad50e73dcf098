import type { Holder, StoredRefreshToken } from '@surety/device-grant';
import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';
import { HELD_GRANT, type HeldGrant, type HeldGrantRow, heldGrant } from '../grants/held-grants.repository';
import type { IssuedGrant } from '../grants/issued-grant';
import { liveGrant } from '../grants/live-grant';

/** A stored refresh token with its grant and the moment both were read. */
export type FoundRefreshToken = HeldGrant & StoredRefreshToken;

const FIND = statement(
  'refresh_token_find',
  `SELECT t.used_at AS "usedAt", ${HELD_GRANT}
   FROM refresh_token t JOIN delegation_grant g ON g.id = t.grant_id
   WHERE t.hash = $1`,
);

/**
 * The one use of a refresh token (P18, P19): marks it used and stores its successor, if the caller is its holder and the grant is live and
 * has the scopes that were decided on. No row: somebody was faster, or one of these is so no more.
 */
const ROTATE = statement(
  'refresh_token_rotate',
  `WITH rotated AS (
     UPDATE refresh_token t SET used_at = clock_timestamp()
     FROM delegation_grant g
     WHERE t.hash = $1 AND t.used_at IS NULL AND g.id = t.grant_id
       AND g.brand_id = $3 AND g.personal_agent_id = $4 AND g.sub = $5
       AND ${liveGrant('g.')} AND g.scopes = $6::text[]
     RETURNING g.id, g.brand_user, g.scopes, g.ends_at
   ), issued AS (
     INSERT INTO refresh_token (hash, grant_id) SELECT $2, id FROM rotated
   )
   SELECT id, brand_user AS "brandUser", scopes, ends_at AS "endsAt" FROM rotated`,
);

/** Refresh tokens, by hash (P18). */
@Injectable()
export class RefreshTokens {
  constructor(private readonly sql: Sql) {}

  /** The token under this hash, used or not, whoever holds it. */
  async find(hash: string): Promise<FoundRefreshToken | undefined> {
    const [row] = await this.sql.rows<HeldGrantRow & { usedAt: Date | null }>(FIND, [hash]);
    return row && { ...heldGrant(row), usedAtMs: row.usedAt?.getTime() };
  }

  /**
   * Uses a token once and stores its successor. In: the hashes of both, the caller, the scopes of the grant as they were decided on.
   * Out: the grant, or undefined for whoever lost: what to answer is to be read again.
   */
  async rotate(
    hash: string,
    successorHash: string,
    { brandId, personalAgentId, sub }: Holder,
    grantScopes: readonly string[],
  ): Promise<IssuedGrant | undefined> {
    const values = [hash, successorHash, brandId, personalAgentId, sub, grantScopes];
    return (await this.sql.rows<IssuedGrant>(ROTATE, values))[0];
  }
}
