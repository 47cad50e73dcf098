import { Column, Entity, PrimaryColumn } from 'typeorm';
import { identifier, instant } from './columns';

const key = { primaryKeyConstraintName: 'idempotency_key__pkey' };

/** What a first message with an `Idempotency-Key` became (P11); kept 24 hours. */
@Entity('idempotency_key')
export class IdempotencyKeyEntity {
  @PrimaryColumn(identifier('personal_agent_id', key))
  personalAgentId: string;

  @PrimaryColumn(identifier('sub', key))
  sub: string;

  @PrimaryColumn(identifier('brand_id', key))
  brandId: string;

  @PrimaryColumn(identifier('key', key))
  key: string;

  /** SHA-256 of the request body's JCS, base64url. */
  @Column({ name: 'content_hash', type: 'text' })
  contentHash: string;

  @Column(identifier('context_id'))
  contextId: string;

  @Column(identifier('message_id'))
  messageId: string;

  @Column(instant('created_at'))
  createdAt: Date;
}
