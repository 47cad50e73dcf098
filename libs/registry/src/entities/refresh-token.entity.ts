import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';
import { DelegationGrantEntity } from './delegation-grant.entity';

/** A refresh token, known by its hash (P18); a used one stays, so that its repeat is told from an unknown one. */
@Entity('refresh_token')
@Index('refresh_token__by_grant', ['grantId'])
export class RefreshTokenEntity {
  @PrimaryColumn(key('hash', 'refresh_token__pkey'))
  hash: string;

  @Column(identifier('grant_id'))
  @ForeignKey(() => DelegationGrantEntity, 'id', { name: 'refresh_token__grant_id', onDelete: 'CASCADE' })
  grantId: string;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;

  @Column(instant('used_at', { nullable: true }))
  usedAt: Date | null;
}
