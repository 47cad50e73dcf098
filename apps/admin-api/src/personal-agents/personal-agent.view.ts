import { ApiProperty } from '@nestjs/swagger';
import { rfc3339 } from '@surety/kernel';
import type { AuditRecord, JwksStatusRow, PersonalAgentRow } from '@surety/registry';
import { StoredObjectView, WarningView } from '../answers/stored-object.view';

const rate = (description: string) => ({ type: 'integer', nullable: true, description }) as const;
const burst = (description: string) => ({ type: 'integer', description }) as const;

/** Token buckets (P26). */
export class LimitsView {
  @ApiProperty(rate('Messages a second of all its Users; null = no limit.'))
  perSecond: number | null;

  @ApiProperty(burst('Messages at once of all its Users.'))
  burst: number;

  @ApiProperty(rate('Messages a second of one User; null = no limit.'))
  perUserPerSecond: number | null;

  @ApiProperty(burst('Messages at once of one User.'))
  perUserBurst: number;
}

/** What the last look at its key set showed. */
export class KeysView {
  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'The last good fetch.' })
  fetchedAt: string | null;

  @ApiProperty({ type: [String] })
  kids: string[];

  @ApiProperty({ type: String, nullable: true, description: 'Why the last fetch failed.' })
  error: string | null;
}

/** A personal agent in a list. */
export class PersonalAgentItem extends StoredObjectView {
  @ApiProperty()
  name: string;

  @ApiProperty({ format: 'uri', description: 'Exactly as it was registered.' })
  issuer: string;

  @ApiProperty({ format: 'uri' })
  jwksUri: string;

  @ApiProperty()
  enabled: boolean;

  @ApiProperty({ type: LimitsView })
  limits: LimitsView;

  @ApiProperty({ type: 'integer', description: 'Counts up with each change; the ETag.' })
  version: number;
}

/** One personal agent. */
export class PersonalAgentView extends PersonalAgentItem {
  @ApiProperty({ description: 'The `aud` that its tokens must carry (PACT 3.1).' })
  audience: string;

  @ApiProperty({ type: KeysView })
  keys: KeysView;
}

/** One personal agent after a change, with what may be wrong with it. */
export class ChangedPersonalAgentView extends PersonalAgentView {
  @ApiProperty({ type: [WarningView] })
  warnings: WarningView[];
}

/** One page of personal agents, newest first. */
export class PersonalAgentPage {
  @ApiProperty({ type: [PersonalAgentItem] })
  items: PersonalAgentItem[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}

/** The row as a list shows it. */
export function personalAgentItem(row: PersonalAgentRow): PersonalAgentItem {
  const { id, name, issuer, jwksUri, enabled, limits, version } = row;
  const times = { createdAt: rfc3339(row.createdAt.getTime()), updatedAt: rfc3339(row.updatedAt.getTime()) };
  return { id, name, issuer, jwksUri, enabled, limits: limitsView(limits), version, ...times };
}

/** The row as a read shows it. */
export function personalAgentView(
  row: PersonalAgentRow,
  audience: string,
  keys: JwksStatusRow | undefined,
): PersonalAgentView {
  const fetchedAt = keys?.fetchedAt ? rfc3339(keys.fetchedAt.getTime()) : null;
  const seen = { fetchedAt, kids: [...(keys?.kids ?? [])], error: keys?.error ?? null };
  return { ...personalAgentItem(row), audience, keys: seen };
}

/** The row as an audit row keeps it: what an operator can set. */
export function personalAgentRecord({
  name,
  issuer,
  jwksUri,
  enabled,
  limits,
}: PersonalAgentRow): AuditRecord {
  return { name, issuer, jwksUri, enabled, limits: limitsView(limits) };
}

/** The database keeps no order of members. */
function limitsView({
  perSecond,
  burst,
  perUserPerSecond,
  perUserBurst,
}: PersonalAgentRow['limits']): LimitsView {
  return { perSecond, burst, perUserPerSecond, perUserBurst };
}
