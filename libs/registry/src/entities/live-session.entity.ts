import { Column, Entity, PrimaryColumn } from 'typeorm';
import { identifier, instant } from './columns';

/** A live login session (P22), known by the hash of its cookie. */
@Entity('live_session')
export class LiveSessionEntity {
  @PrimaryColumn({ name: 'hash', type: 'bytea', primaryKeyConstraintName: 'live_session__pkey' })
  hash: Buffer;

  @Column(identifier('brand_id'))
  brandId: string;

  @Column(identifier('brand_user'))
  brandUser: string;

  @Column({ name: 'email', type: 'text', nullable: true })
  email: string | null;

  @Column({ name: 'name', type: 'text', nullable: true })
  name: string | null;

  @Column(instant('expires_at'))
  expiresAt: Date;
}
