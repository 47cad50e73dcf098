import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';

/** Who ended a conversation. */
export type ContextCloser = 'agent' | 'idle' | 'operator';

/**
 * A conversation (PACT 4.2). It has no foreign keys to Brand and personal agent on purpose: neither is ever deleted,
 * the claim joins both, and a key-share lock on one hot Brand row per message would serialise all of its conversations.
 */
@Entity('context')
@Index('context__brand_id', ['brandId', 'id'])
// The idle sweep walks the open ones only; the store of a turn stays a HOT update, since closing alone touches it.
@Index('context__open', ['id'], { where: '"closed_at" IS NULL' })
@Check('context__closed_by', `"closed_by" IN ('agent', 'idle', 'operator')`)
@Check('context__closed_at', '("closed_at" IS NULL) = ("closed_by" IS NULL)')
@Check('context__pinned_by_turn', '"pinned_by_turn" IS NULL OR "pinned_user" IS NOT NULL')
@Check('context__turns', '"ended_turn" BETWEEN 0 AND "last_turn"')
export class ContextEntity {
  /** Opaque to callers; time-ordered, so that index inserts stay local. */
  @PrimaryColumn(key('id', 'context__pkey'))
  id: string;

  @Column(identifier('brand_id'))
  brandId: string;

  @Column(identifier('personal_agent_id'))
  personalAgentId: string;

  @Column(identifier('sub'))
  sub: string;

  /** The Brand user this conversation belongs to, since it was opened under a token or a delegated reply was stored (P8). */
  @Column(identifier('pinned_user', { nullable: true }))
  pinnedUser: string | null;

  /** The highest turn number given out. */
  @Column({ name: 'last_turn', type: 'integer' })
  lastTurn: number;

  /** Every turn up to this number had ended at the last claim: a claim looks for live leases above it only. */
  @Column({ name: 'ended_turn', type: 'integer' })
  endedTurn: number;

  @Column(instant('created_at'))
  createdAt: Date;

  /** The last claim; idle time counts from here by the database clock. */
  @Column(instant('last_at'))
  lastAt: Date;

  @Column(instant('closed_at', { nullable: true }))
  closedAt: Date | null;

  @Column({ name: 'closed_by', type: 'text', nullable: true })
  closedBy: ContextCloser | null;

  /** The turn that opened this conversation under a token, while no delegated reply is stored: its step-up takes the pin back (P8). */
  @Column(identifier('pinned_by_turn', { nullable: true }))
  pinnedByTurn: string | null;
}
