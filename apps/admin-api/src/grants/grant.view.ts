import { ApiProperty } from '@nestjs/swagger';
import { rfc3339 } from '@surety/kernel';
import type { GrantListRow } from '@surety/registry';
import { StoredObjectView } from '../answers/stored-object.view';

/** What one User lets one personal agent do at one Brand. */
export class GrantView extends StoredObjectView {
  @ApiProperty()
  brandId: string;

  @ApiProperty()
  personalAgentId: string;

  @ApiProperty({ format: 'uri', description: 'The issuer of the personal agent.' })
  issuer: string;

  @ApiProperty({ description: 'How the personal agent knows the User.' })
  sub: string;

  @ApiProperty({ description: 'How the Brand knows the User.' })
  user: string;

  @ApiProperty({ type: [String] })
  scopes: string[];

  @ApiProperty({ type: [String], description: 'Asked for and not allowed at the last consent.' })
  unticked: string[];

  @ApiProperty({ format: 'date-time', description: 'The last consent.' })
  consentedAt: string;

  @ApiProperty({ format: 'date-time' })
  expiresAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'To about a minute.' })
  lastUsedAt: string | null;

  @ApiProperty({ enum: ['live', 'revoked', 'expired'] })
  status: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt: string | null;

  @ApiProperty({
    type: String,
    enum: ['user', 'operator', 'personal-agent', 'refresh-reuse'],
    nullable: true,
    description: '`refresh-reuse`: a refresh token came twice, so that somebody has a copy.',
  })
  revokedBy: string | null;

  @ApiProperty({ type: 'integer', description: 'Counts up with each change; the ETag.' })
  version: number;
}

/** One page of grants, newest first. */
export class GrantPage {
  @ApiProperty({ type: [GrantView] })
  items: GrantView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}

/** How many grants have ended. */
export class RevokedGrantsView {
  @ApiProperty({ type: 'integer' })
  revoked: number;
}

/** The row as answers show it. */
export function grantView(row: GrantListRow): GrantView {
  const { id, brandId, personalAgentId, issuer, sub, user, status, revokedBy, version } = row;
  return {
    id,
    createdAt: rfc3339(row.createdAt.getTime()),
    updatedAt: rfc3339(row.updatedAt.getTime()),
    brandId,
    personalAgentId,
    issuer,
    sub,
    user,
    scopes: [...row.scopes],
    unticked: [...row.unticked],
    consentedAt: rfc3339(row.consentedAt.getTime()),
    expiresAt: rfc3339(row.endsAt.getTime()),
    lastUsedAt: row.lastUsedAt && rfc3339(row.lastUsedAt.getTime()),
    status,
    revokedAt: row.revokedAt && rfc3339(row.revokedAt.getTime()),
    revokedBy,
    version,
  };
}
