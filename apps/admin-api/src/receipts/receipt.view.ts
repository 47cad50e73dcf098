import { ApiProperty } from '@nestjs/swagger';
import { rfc3339 } from '@surety/kernel';
import type { ReceiptRow } from '@surety/registry';
import { StoredObjectView } from '../answers/stored-object.view';

const CLAIMS = { type: 'object', additionalProperties: true } as const;

/** A receipt as it was signed and delivered; it never changes. */
export class ReceiptView extends StoredObjectView {
  @ApiProperty()
  brandId: string;

  @ApiProperty()
  grantId: string;

  @ApiProperty()
  personalAgentId: string;

  @ApiProperty({ description: 'How the Brand knows the User.' })
  user: string;

  @ApiProperty({ description: 'The compact JWS.' })
  jws: string;

  @ApiProperty({ ...CLAIMS, description: 'What it says, decoded (PACT 5.6).' })
  claims: Record<string, unknown>;

  @ApiProperty()
  contextId: string;

  @ApiProperty({ description: 'Of the User’s message.' })
  messageId: string;

  @ApiProperty({ description: 'Of the answer that carried it.' })
  replyId: string;

  @ApiProperty({ type: 'integer', description: 'Always 1.' })
  version: number;
}

/** One page of receipts, newest first. */
export class ReceiptPage {
  @ApiProperty({ type: [ReceiptView] })
  items: ReceiptView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}

/** What a check of a receipt found. */
export class VerifiedReceiptView {
  @ApiProperty()
  valid: boolean;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The first rule that it broke, such as `signature`; `unknown-brand` when no Brand of ours is named.',
  })
  reason: string | null;

  @ApiProperty({ ...CLAIMS, nullable: true, description: 'What a valid one says.' })
  claims: Record<string, unknown> | null;
}

/** The row as answers show it. */
export function receiptView(row: ReceiptRow): ReceiptView {
  const { id, brandId, grantId, personalAgentId, user, jws, claims, contextId, messageId, replyId } = row;
  const at = rfc3339(row.at.getTime());
  return {
    id,
    createdAt: at,
    updatedAt: at,
    brandId,
    grantId,
    personalAgentId,
    user,
    jws,
    claims: signedOrder(claims),
    contextId,
    messageId,
    replyId,
    version: 1,
  };
}

/** The claims in the order in which they were signed (PACT 5.6): the database keeps no order of members. */
function signedOrder({ grantId, user, pa, brand, scopesUsed, actions, ts }: ReceiptRow['claims']) {
  return { grantId, user, pa, brand, scopesUsed, actions, ts };
}
