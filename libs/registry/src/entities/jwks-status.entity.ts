import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { instant, key } from './columns';
import { PersonalAgentEntity } from './personal-agent.entity';

/** How the last fetch of a personal agent's key set went, for operators; nothing decides by it. */
@Entity('jwks_status')
export class JwksStatusEntity {
  @PrimaryColumn(key('personal_agent_id', 'jwks_status__pkey'))
  @ForeignKey(() => PersonalAgentEntity, 'id', {
    name: 'jwks_status__personal_agent_id',
    onDelete: 'CASCADE',
  })
  personalAgentId: string;

  /** The last good fetch. */
  @Column(instant('fetched_at', { nullable: true }))
  fetchedAt: Date | null;

  @Column({ name: 'kids', type: 'text', array: true })
  kids: string[];

  /** Why the last fetch failed; null after a good one. */
  @Column({ name: 'error', type: 'text', nullable: true })
  error: string | null;
}
