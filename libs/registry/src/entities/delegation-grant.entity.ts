import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** What one Brand user lets one personal agent do for its sub (P19): one live row for the four; a consent widens it. */
@Entity('delegation_grant')
@Index('delegation_grant__live', ['brandUser', 'personalAgentId', 'sub', 'brandId'], {
  unique: true,
  where: '"revoked_at" IS NULL',
})
@Index('delegation_grant__brand_id', ['brandId', 'id'])
@Check('delegation_grant__revoked', '("revoked_at" IS NULL) = ("revoked_by" IS NULL)')
export class DelegationGrantEntity {
  /** `a2agrant_` and a ULID. */
  @PrimaryColumn(key('id', 'delegation_grant__pkey'))
  id: string;

  @Column(identifier('brand_id'))
  brandId: string;

  @Column(identifier('personal_agent_id'))
  personalAgentId: string;

  @Column(identifier('sub'))
  sub: string;

  @Column(identifier('brand_user'))
  brandUser: string;

  @Column({ name: 'scopes', type: 'text', array: true })
  scopes: string[];

  /** Scopes that were asked for and unticked (P21). */
  @Column({ name: 'unticked', type: 'text', array: true })
  unticked: string[];

  @Column(instant('consented_at'))
  consentedAt: Date;

  @Column(instant('ends_at'))
  endsAt: Date;

  @Column(instant('revoked_at', { nullable: true }))
  revokedAt: Date | null;

  @Column({ name: 'revoked_by', type: 'text', nullable: true })
  revokedBy: string | null;

  @Column(instant('last_used_at', { nullable: true }))
  lastUsedAt: Date | null;

  /** Counted up by a trigger with every change but that of its last use. */
  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;

  @Column(instant('updated_at', { default: () => 'now()' }))
  updatedAt: Date;
}
