import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** One change by an operator, written in the transaction of the change and never altered. */
@Entity('audit')
@Index('audit__object_type_object_id', ['objectType', 'objectId', 'id'])
export class AuditEntity {
  @PrimaryColumn(key('id', 'audit__pkey'))
  id: string;

  @Column(instant('at', { default: () => 'now()' }))
  at: Date;

  @Column(identifier('actor_id'))
  actorId: string;

  @Column({ name: 'actor_role', type: 'text' })
  actorRole: string;

  @Column(identifier('action'))
  action: string;

  @Column(identifier('object_type'))
  objectType: string;

  @Column(identifier('object_id'))
  objectId: string;

  /** The Brand it belongs to, so that a Brand's operator sees its own rows only; null for the deployment's objects. */
  @Column(identifier('brand_id', { nullable: true }))
  brandId: string | null;

  @Column({ name: 'before', type: 'jsonb', nullable: true })
  before: Readonly<Record<string, unknown>> | null;

  @Column({ name: 'after', type: 'jsonb', nullable: true })
  after: Readonly<Record<string, unknown>> | null;

  @Column({ name: 'reason', type: 'text', nullable: true })
  reason: string | null;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;
}
