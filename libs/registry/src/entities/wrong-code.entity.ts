import type { GuessedBy } from '@surety/device-grant';
import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { key } from './columns';

const PRIMARY_KEY = 'wrong_code__pkey';

/** Wrong user codes of one source, Brand user or Brand in one slice of time (P17). */
@Entity('wrong_code')
@Check('wrong_code__by', `"by" IN ('source', 'brandUser', 'brand')`)
export class WrongCodeEntity {
  @PrimaryColumn({ name: 'by', type: 'text', primaryKeyConstraintName: PRIMARY_KEY })
  by: GuessedBy;

  @PrimaryColumn(key('key', PRIMARY_KEY))
  key: string;

  @PrimaryColumn({ name: 'slice', type: 'bigint', primaryKeyConstraintName: PRIMARY_KEY })
  slice: string;

  @Column({ name: 'wrong', type: 'integer' })
  wrong: number;
}
