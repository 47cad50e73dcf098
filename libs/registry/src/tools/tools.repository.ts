import type { StoredTool } from '@surety/agents';
import { Sql, statement } from '@surety/platform';
import { Injectable } from '@nestjs/common';

const ENABLED = statement(
  'tool_enabled',
  `SELECT name, description, parameters, scopes, effect, enabled, http FROM tool WHERE brand_id = $1 AND enabled ORDER BY name`,
);

/** The tools that Brands have registered (PACT wire 5.4), secrets sealed. */
@Injectable()
export class Tools {
  constructor(private readonly sql: Sql) {}

  /** Those that agents of this Brand may call, by name. */
  enabledOf(brandId: string): Promise<StoredTool[]> {
    return this.sql.rows<StoredTool>(ENABLED, [brandId]);
  }
}
