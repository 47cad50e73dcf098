import { ApiProperty } from '@nestjs/swagger';
import { StoredObjectView } from '../answers/stored-object.view';

/** One delivery to the Brand's agent, or one call of a tool. */
export class CallView {
  @ApiProperty({ type: 'integer', description: 'Which run of the message; a step-up ends one.' })
  run: number;

  @ApiProperty({ type: 'integer' })
  step: number;

  @ApiProperty({ type: 'integer' })
  attempt: number;

  @ApiProperty({ type: String, nullable: true, description: 'The tool; null for the agent itself.' })
  tool: string | null;

  @ApiProperty({ enum: ['sent', 'done', 'failed', 'unknown'] })
  state: string;

  @ApiProperty({ description: 'Whether the message can no longer run again (P10).' })
  effect: boolean;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** Why a turn gave no answer. */
export class FailureView {
  @ApiProperty()
  code: string;

  @ApiProperty()
  detail: string;

  @ApiProperty({ description: 'The `Request-Id` of the answer that the personal agent got.' })
  requestId: string;
}

/** One message and its answer. */
export class MessageView {
  @ApiProperty({ type: 'integer' })
  turnNumber: number;

  @ApiProperty()
  messageId: string;

  @ApiProperty({ type: String, nullable: true })
  replyId: string | null;

  @ApiProperty({ enum: ['waiting', 'running', 'answered', 'stepped_up', 'released', 'spent'] })
  state: string;

  @ApiProperty()
  text: string;

  @ApiProperty({ type: String, nullable: true })
  reply: string | null;

  @ApiProperty({ description: 'Whether it was last sent with a delegation token.' })
  delegated: boolean;

  @ApiProperty({ type: String, nullable: true })
  receiptId: string | null;

  @ApiProperty({ type: [CallView] })
  calls: CallView[];

  @ApiProperty({ type: FailureView, nullable: true })
  failure: FailureView | null;

  @ApiProperty({ format: 'date-time' })
  at: string;
}

/** A conversation in a list. */
export class ConversationItem extends StoredObjectView {
  @ApiProperty()
  brandId: string;

  @ApiProperty()
  personalAgentId: string;

  @ApiProperty({ description: 'The name under which the Brand’s agent knows the User.' })
  userId: string;

  @ApiProperty({ type: String, nullable: true })
  pinnedUser: string | null;

  @ApiProperty({ enum: ['open', 'closed'] })
  status: string;

  @ApiProperty({ type: 'integer' })
  turns: number;

  @ApiProperty({ format: 'date-time' })
  lastAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  closedAt: string | null;

  @ApiProperty({ type: String, enum: ['agent', 'idle', 'operator'], nullable: true })
  closedBy: string | null;

  @ApiProperty({ type: 'integer', description: 'Counts up with each turn and at its end; the ETag.' })
  version: number;
}

/** One conversation with its newest messages, oldest of them first. */
export class ConversationView extends ConversationItem {
  @ApiProperty({ type: [MessageView] })
  messages: MessageView[];

  @ApiProperty({ type: String, nullable: true, description: 'The cursor of the messages before these.' })
  nextCursor: string | null;
}

/** One page of conversations, newest first. */
export class ConversationPage {
  @ApiProperty({ type: [ConversationItem] })
  items: ConversationItem[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor: string | null;
}
