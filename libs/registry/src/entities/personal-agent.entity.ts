import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { identifier, instant, key } from './columns';

/** Token buckets of one personal agent (P26); `null` takes a limit away. Embedded in its row. */
export class PersonalAgentLimitColumns {
  @Column({ name: 'per_second', type: 'integer', nullable: true })
  perSecond: number | null;

  @Column({ name: 'burst', type: 'integer' })
  burst: number;

  @Column({ name: 'per_user_per_second', type: 'integer', nullable: true })
  perUserPerSecond: number | null;

  @Column({ name: 'per_user_burst', type: 'integer' })
  perUserBurst: number;
}

/** A registered personal agent (PACT 3.1). */
@Entity('personal_agent')
@Unique('personal_agent__issuer', ['issuer'])
@Check(
  'personal_agent__limits',
  '("per_second" > 0) IS NOT FALSE AND "burst" > 0 AND ("per_user_per_second" > 0) IS NOT FALSE AND "per_user_burst" > 0',
)
export class PersonalAgentEntity {
  @PrimaryColumn(key('id', 'personal_agent__pkey'))
  id: string;

  @Column({ name: 'name', type: 'text' })
  name: string;

  @Column(identifier('issuer'))
  issuer: string;

  @Column({ name: 'jwks_uri', type: 'text' })
  jwksUri: string;

  @Column({ name: 'enabled', type: 'boolean' })
  enabled: boolean;

  /** Whether an operator knows it: false of one that open mode took in (P34). */
  @Column({ name: 'registered', type: 'boolean', default: true })
  registered: boolean;

  @Column(() => PersonalAgentLimitColumns, { prefix: false })
  limits: PersonalAgentLimitColumns;

  @Column({ name: 'version', type: 'integer', default: 1 })
  version: number;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;

  @Column(instant('updated_at', { default: () => 'now()' }))
  updatedAt: Date;
}
