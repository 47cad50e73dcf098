import type { ReceiptClaims } from '@surety/tokens';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** A receipt as it was handed out (PACT 5.6); it outlives the conversation and the grant that it tells of. */
@Entity('receipt')
@Index('receipt__brand_id', ['brandId', 'id'])
@Index('receipt__context_id', ['contextId', 'messageId'])
export class ReceiptEntity {
  @PrimaryColumn(key('id', 'receipt__pkey'))
  id: string;

  @Column(identifier('brand_id'))
  brandId: string;

  @Column(identifier('grant_id'))
  grantId: string;

  @Column(identifier('personal_agent_id'))
  personalAgentId: string;

  @Column(identifier('brand_user'))
  brandUser: string;

  @Column(identifier('context_id'))
  contextId: string;

  /** Of the User's message. */
  @Column(identifier('message_id'))
  messageId: string;

  /** Of the reply, or of what a step-up said. */
  @Column(identifier('reply_id'))
  replyId: string;

  @Column({ name: 'jws', type: 'text' })
  jws: string;

  @Column({ name: 'claims', type: 'jsonb' })
  claims: ReceiptClaims;

  @Column(instant('at'))
  at: Date;
}
