import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instant, key } from './columns';

const PRIMARY_KEY = 'assertion_jti__pkey';

/** A login assertion that is used up (P21). */
@Entity('assertion_jti')
export class AssertionJtiEntity {
  @PrimaryColumn(key('brand_id', PRIMARY_KEY))
  brandId: string;

  @PrimaryColumn(key('jti', PRIMARY_KEY))
  jti: string;

  @Column(instant('seen_at'))
  seenAt: Date;
}
