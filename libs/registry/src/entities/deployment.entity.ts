import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { identifier, instant } from './columns';

/** The one row that names this deployment; made by the first migration (P33). */
@Entity('deployment')
@Check('deployment__singleton', '"singleton"')
export class DeploymentEntity {
  @PrimaryColumn({ name: 'singleton', type: 'boolean', primaryKeyConstraintName: 'deployment__pkey' })
  singleton: boolean;

  /** The `aud` that every personal agent of this deployment signs for: opaque, random, never a URL of ours. */
  @Column(identifier('audience'))
  audience: string;

  @Column(instant('created_at', { default: () => 'now()' }))
  createdAt: Date;
}
