import { Sql, type SqlExecutor, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';

const BURN = statement(
  'assertion_jti_burn',
  `INSERT INTO assertion_jti (brand_id, jti, seen_at) VALUES ($1, $2, clock_timestamp()) ON CONFLICT DO NOTHING`,
);

/** Assertions that a Brand's login has used up (P21). */
@Injectable()
export class AssertionJtis {
  constructor(private readonly sql: Sql) {}

  /** Out: whether this jti was new at this Brand; each is new once. */
  async burn(brandId: string, jti: string, executor: SqlExecutor = this.sql): Promise<boolean> {
    return (await executor.affected(BURN, [brandId, jti])) === 1;
  }
}
