import { Column, Entity, PrimaryColumn } from 'typeorm';
import { identifier, key } from './columns';

/** How far a sweep over time-ordered ids has come, so that no row is walked twice and none is missed after a pause. */
@Entity('sweep_mark')
export class SweepMarkEntity {
  @PrimaryColumn(key('sweep', 'sweep_mark__pkey'))
  sweep: string;

  /** Every row up to this id is done with. */
  @Column(identifier('up_to'))
  upTo: string;
}
