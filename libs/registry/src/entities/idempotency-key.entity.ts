import { Column, Entity, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

const PRIMARY_KEY = 'idempotency_key__pkey';

/** What a first message with an `Idempotency-Key` became (P11); kept 24 hours. */
@Entity('idempotency_key')
export class IdempotencyKeyEntity {
  @PrimaryColumn(key('personal_agent_id', PRIMARY_KEY))
  personalAgentId: string;

  @PrimaryColumn(key('sub', PRIMARY_KEY))
  sub: string;

  @PrimaryColumn(key('brand_id', PRIMARY_KEY))
  brandId: string;

  @PrimaryColumn(key('key', PRIMARY_KEY))
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
