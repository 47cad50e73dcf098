import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instant, key } from './columns';

/** A token bucket that replicas lease from (P26). The table is unlogged: after a crash every bucket is full again. */
@Entity('rate_bucket')
export class RateBucketEntity {
  @PrimaryColumn(key('key', 'rate_bucket__pkey'))
  key: string;

  /** When the bucket will be full again, by the database clock; a full bucket needs no row. */
  @Column(instant('full_at'))
  fullAt: Date;
}
