import { ApiProperty } from '@nestjs/swagger';

/** Who did it. */
export class ActorView {
  @ApiProperty()
  id: string;

  @ApiProperty()
  role: string;
}

/** What it was done to. */
export class AuditedObjectView {
  @ApiProperty()
  type: string;

  @ApiProperty()
  id: string;
}

const RECORD = { type: 'object', additionalProperties: true, nullable: true } as const;

/** One change, written in its own transaction and never altered. */
export class AuditView {
  @ApiProperty()
  id: string;

  @ApiProperty({ format: 'date-time' })
  at: string;

  @ApiProperty({ type: ActorView })
  actor: ActorView;

  @ApiProperty({ example: 'brand.update' })
  action: string;

  @ApiProperty({ type: AuditedObjectView })
  object: AuditedObjectView;

  @ApiProperty({ ...RECORD, description: 'The members that changed, as they were.' })
  before: Record<string, unknown> | null;

  @ApiProperty({ ...RECORD, description: 'The members that changed, as they are now.' })
  after: Record<string, unknown> | null;

  @ApiProperty({ type: String, nullable: true })
  reason: string | null;

  @ApiProperty()
  requestId: string;
}

/** One page of the audit, newest first. */
export class AuditPage {
  @ApiProperty({ type: [AuditView] })
  items: AuditView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}
