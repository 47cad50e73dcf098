import { LIMITS } from '@surety/kernel';
import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';

/** A Brand's User whom a browser has been signed in as. */
export interface LiveUser {
  readonly brandUser: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
}

const OPEN = statement(
  'live_session_open',
  `INSERT INTO live_session (hash, brand_id, brand_user, email, name, expires_at)
   VALUES ($1, $2, $3, $4, $5, clock_timestamp() + make_interval(secs => $6))`,
);

const FIND = statement(
  'live_session_find',
  `SELECT brand_user AS "brandUser", email, name FROM live_session
   WHERE hash = $1 AND brand_id = $2 AND expires_at > clock_timestamp()`,
);

/** Live login sessions (P22), known by the hash of their cookie, each at one Brand for 15 minutes. */
@Injectable()
export class LiveSessions {
  constructor(private readonly sql: Sql) {}

  async open(session: LiveUser & { readonly brandId: string; readonly hash: Buffer }): Promise<void> {
    const { hash, brandId, brandUser, email, name } = session;
    await this.sql.affected(OPEN, [
      hash,
      brandId,
      brandUser,
      email ?? null,
      name ?? null,
      LIMITS.liveSessionSeconds,
    ]);
  }

  async find(brandId: string, hash: Buffer): Promise<LiveUser | undefined> {
    const [row] = await this.sql.rows<{ brandUser: string; email: string | null; name: string | null }>(
      FIND,
      [hash, brandId],
    );
    return row && { brandUser: row.brandUser, email: row.email ?? undefined, name: row.name ?? undefined };
  }
}
