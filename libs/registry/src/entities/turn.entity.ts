import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { identifier, instant, key } from './columns';

/** The states of a turn (PACT wire §2); `waiting` and `running` hold only while their lease lives. */
export type TurnState = 'waiting' | 'running' | 'answered' | 'stepped_up' | 'released' | 'spent';

/** Why a turn gave no answer; for the operator only. */
export interface TurnFailure {
  readonly code: string;
  readonly detail: string;
  readonly requestId: string;
}

/**
 * One message and its answer. No index covers `state`, `lease_until` or the reply, so that every change after the
 * claim is a heap-only update; the sweep walks recent ids instead.
 */
@Entity('turn')
@Unique('turn__context_id_message_id', ['contextId', 'messageId'])
@Unique('turn__context_id_turn_number', ['contextId', 'turnNumber'])
@Check('turn__state', `"state" IN ('waiting', 'running', 'answered', 'stepped_up', 'released', 'spent')`)
@Check('turn__reply_text', `("state" = 'answered') = ("reply_text" IS NOT NULL)`)
@Check('turn__answered_at', '("answered_at" IS NULL) = ("reply_text" IS NULL)')
export class TurnEntity {
  /** `tn_` and a ULID; the reply's id is `r-` and the same ULID. */
  @PrimaryColumn(key('id', 'turn__pkey'))
  id: string;

  @Column(identifier('context_id'))
  contextId: string;

  @Column(identifier('message_id'))
  messageId: string;

  @Column({ name: 'turn_number', type: 'integer' })
  turnNumber: number;

  @Column({ name: 'run', type: 'integer' })
  run: number;

  @Column({ name: 'state', type: 'text' })
  state: TurnState;

  @Column(instant('lease_until'))
  leaseUntil: Date;

  /** When the first effect of this run was recorded (P10); from then on the message never runs again. */
  @Column(instant('effect_at', { nullable: true }))
  effectAt: Date | null;

  /** The last step whose reply is kept; the next delivery has the number after it. */
  @Column({ name: 'steps', type: 'integer' })
  steps: number;

  @Column({ name: 'text', type: 'text' })
  text: string;

  @Column({ name: 'reply_text', type: 'text', nullable: true })
  replyText: string | null;

  @Column({ name: 'failure', type: 'jsonb', nullable: true })
  failure: TurnFailure | null;

  @Column(instant('received_at'))
  receivedAt: Date;

  @Column(instant('answered_at', { nullable: true }))
  answeredAt: Date | null;
}
