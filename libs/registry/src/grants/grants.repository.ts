import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';

/** A grant, dead or alive (P19); scopes in card order. */
export interface GrantRow {
  readonly id: string;
  readonly brandId: string;
  readonly personalAgentId: string;
  readonly sub: string;
  readonly brandUser: string;
  readonly scopes: readonly string[];
  readonly unticked: readonly string[];
  readonly consentedAt: Date;
  readonly endsAt: Date;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  readonly lastUsedAt: Date | null;
}

const FIND = statement(
  'grant_find',
  `SELECT id, brand_id AS "brandId", personal_agent_id AS "personalAgentId", sub, brand_user AS "brandUser", scopes, unticked,
     consented_at AS "consentedAt", ends_at AS "endsAt", revoked_at AS "revokedAt", revoked_by AS "revokedBy",
     last_used_at AS "lastUsedAt"
   FROM delegation_grant WHERE id = $1`,
);

/** Announces nothing and waits for no disk: what it tells is for people to read. */
const TOUCH = statement(
  'grant_touch',
  `WITH touched AS (
     UPDATE delegation_grant SET last_used_at = greatest(last_used_at, clock_timestamp()) WHERE id = $1
   )
   SELECT set_config('synchronous_commit', 'off', true)`,
);

/** The grants of Users (P19). */
@Injectable()
export class Grants {
  constructor(private readonly sql: Sql) {}

  /** The grant of this id, dead or alive. */
  async find(id: string): Promise<GrantRow | undefined> {
    return (await this.sql.rows<GrantRow>(FIND, [id]))[0];
  }

  /** Notes that it was used just now. */
  async touch(id: string): Promise<void> {
    await this.sql.rows(TOUCH, [id]);
  }
}
