import { ApiProperty } from '@nestjs/swagger';
import { rfc3339 } from '@surety/kernel';
import type { AuditRecord, ToolRow } from '@surety/registry';
import { StoredObjectView, WarningView } from '../answers/stored-object.view';
import { secretsView } from '../brands/secret-view';

/** Where and how a tool is called; of a header only that it is set. */
export class ToolHttpView {
  @ApiProperty({ enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] })
  method: string;

  @ApiProperty({ description: '`{name}` in its path is filled with an argument.' })
  url: string;

  @ApiProperty({ type: 'object', additionalProperties: true, description: '`{set, updatedAt}` by name.' })
  headers: Record<string, unknown>;

  @ApiProperty()
  tokenHeader: string;

  @ApiProperty({ type: 'integer' })
  timeoutSeconds: number;
}

/** A tool of a Brand; its id is its name. */
export class ToolView extends StoredObjectView {
  @ApiProperty()
  name: string;

  @ApiProperty()
  description: string;

  @ApiProperty({ type: 'object', additionalProperties: true })
  parameters: Record<string, unknown>;

  @ApiProperty({ type: [String], description: 'In card order.' })
  scopes: string[];

  @ApiProperty({ enum: ['read', 'write'] })
  effect: 'read' | 'write';

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: ToolHttpView })
  http: ToolHttpView;

  @ApiProperty({ type: 'integer', description: 'Counts up with each change; the ETag.' })
  version: number;
}

/** A tool after a change, with what may be wrong with it. */
export class ChangedToolView extends ToolView {
  @ApiProperty({ type: [WarningView] })
  warnings: WarningView[];
}

/** One page of tools. */
export class ToolPage {
  @ApiProperty({ type: [ToolView] })
  items: ToolView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}

/** The row as answers show it. */
export function toolView(row: ToolRow): ToolView {
  return {
    id: row.name,
    createdAt: rfc3339(row.createdAt.getTime()),
    updatedAt: rfc3339(row.updatedAt.getTime()),
    ...toolRecord(row),
    version: row.version,
  };
}

/** What an operator can set, secrets hidden: for answers and for audit rows alike. */
export function toolRecord(row: ToolRow) {
  const { name, description, parameters, scopes, effect, enabled, http } = row;
  const { method, url, headers, tokenHeader, timeoutSeconds } = http;
  return {
    name,
    description,
    parameters: { ...parameters },
    scopes: [...scopes],
    effect,
    enabled,
    http: { method, url, headers: secretsView(headers), tokenHeader, timeoutSeconds },
  } satisfies AuditRecord;
}
