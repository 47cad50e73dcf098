import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant } from './columns';

/** A token bucket that replicas lease from (P26). The table is unlogged: after a crash every bucket is full again. */
@Entity('rate_bucket')
@Index('rate_bucket__full_at', ['fullAt'])
export class RateBucketEntity {
  @PrimaryColumn(identifier('key', { primaryKeyConstraintName: 'rate_bucket__pkey' }))
  key: string;

  /** When the bucket will be full again, by the database clock; a full bucket needs no row. */
  @Column(instant('full_at'))
  fullAt: Date;

  /** How many tokens the last lease got. */
  @Column({ name: 'granted', type: 'double precision' })
  granted: number;
}
