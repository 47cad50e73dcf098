import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
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
// Unique over (context_id || ' ' || message_id), which TypeORM has no words for; a migration makes it.
@Index('turn__message', { synchronize: false })
@Unique('turn__context_id_turn_number', ['contextId', 'turnNumber'])
@Check('turn__state', `"state" IN ('waiting', 'running', 'answered', 'stepped_up', 'released', 'spent')`)
@Check('turn__reply_text', `("state" = 'answered') = ("reply_text" IS NOT NULL)`)
@Check('turn__answered_at', '("answered_at" IS NULL) = ("reply_text" IS NULL)')
@Check('turn__delegation', '("grant_id" IS NULL) = ("brand_user" IS NULL)')
@Check(
  'turn__stepped_up',
  `"state" <> 'stepped_up' OR ("missing_scopes" IS NOT NULL AND "task_text" IS NOT NULL AND "stepped_up_run" IS NOT NULL)`,
)
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

  /** The grant that this run acts under (PACT 5.5); null on an identity run, like the Brand user. */
  @Column(identifier('grant_id', { nullable: true }))
  grantId: string | null;

  @Column(identifier('brand_user', { nullable: true }))
  brandUser: string | null;

  /** The receipt of the reply or of the step-up, as a compact JWS; a repeat gets the same (PACT 5.6). */
  @Column({ name: 'receipt', type: 'text', nullable: true })
  receipt: string | null;

  /** What a step-up asked for, in card order, and said (P28). */
  @Column({ name: 'missing_scopes', type: 'text', array: true, nullable: true })
  missingScopes: string[] | null;

  @Column({ name: 'task_text', type: 'text', nullable: true })
  taskText: string | null;

  /** The last run that stepped up: what tools answered up to it is kept for the runs after it (P28). */
  @Column({ name: 'stepped_up_run', type: 'integer', nullable: true })
  steppedUpRun: number | null;
}
