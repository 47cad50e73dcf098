import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { identifier, instant, key } from './columns';
import { TurnEntity } from './turn.entity';

/** How a call to the outside stands: `sent` until an outcome is known. */
export type TurnCallState = 'sent' | 'done' | 'failed' | 'unknown';

const PRIMARY_KEY = 'turn_call__pkey';

/** One webhook delivery or tool call, committed before its first byte (PACT wire §2). */
@Entity('turn_call')
@Check('turn_call__state', `"state" IN ('sent', 'done', 'failed', 'unknown')`)
@Check('turn_call__tool', `("tool" IS NULL) = ("call_id" = '') AND ("tool" IS NULL) = ("scopes" IS NULL)`)
export class TurnCallEntity {
  @PrimaryColumn(key('turn_id', PRIMARY_KEY))
  @ForeignKey(() => TurnEntity, 'id', { name: 'turn_call__turn_id', onDelete: 'CASCADE' })
  turnId: string;

  @PrimaryColumn({ name: 'run', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  run: number;

  @PrimaryColumn({ name: 'step', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  step: number;

  /** Which call of the step; empty for the delivery to the webhook itself. */
  @PrimaryColumn(key('call_id', PRIMARY_KEY))
  callId: string;

  @PrimaryColumn({ name: 'attempt', type: 'integer', primaryKeyConstraintName: PRIMARY_KEY })
  attempt: number;

  /** The tool's name; null for the delivery to the webhook itself. */
  @Column({ name: 'tool', type: 'text', nullable: true })
  tool: string | null;

  @Column({ name: 'args_hash', type: 'text', nullable: true })
  argsHash: string | null;

  @Column({ name: 'state', type: 'text' })
  state: TurnCallState;

  @Column({ name: 'effect', type: 'boolean' })
  effect: boolean;

  /** What is kept of the answer, as it came: `json`, since `jsonb` refuses the escape of NUL. */
  @Column({ name: 'result', type: 'json', nullable: true })
  result: unknown;

  @Column(instant('sent_at'))
  sentAt: Date;

  /** The scopes that the tool needed; null for the delivery to the webhook itself. */
  @Column({ name: 'scopes', type: 'text', array: true, nullable: true })
  scopes: string[] | null;

  /** For whom the call was made; null in an identity run. */
  @Column(identifier('brand_user', { nullable: true }))
  brandUser: string | null;
}
