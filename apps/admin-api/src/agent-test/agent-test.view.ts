import { ApiProperty } from '@nestjs/swagger';

/** One delivery of a trial. */
export class TestStepView {
  @ApiProperty({ type: 'integer' })
  step: number;

  @ApiProperty({ type: 'integer' })
  attempt: number;

  @ApiProperty({ enum: ['sent', 'done', 'failed', 'unknown', 'never_sent', 'not_sent'] })
  state: string;

  @ApiProperty({ required: false, description: 'The tool that would have been called.' })
  tool?: string;

  @ApiProperty({ required: false, description: 'What it would have been given.' })
  arguments?: Record<string, unknown>;

  @ApiProperty({ type: [String], required: false, description: 'What that call needs.' })
  scopes?: string[];
}

/** Why a trial got no answer. */
export class TestErrorView {
  @ApiProperty({ description: 'Stable; for programs.' })
  code: string;

  @ApiProperty({ description: 'For the operator of the agent.' })
  message: string;
}

/** What an agent said in a trial. */
export class AgentTestView {
  @ApiProperty({ type: String, nullable: true, description: 'The answer; null when there was none.' })
  text: string | null;

  @ApiProperty({ type: [TestStepView], description: 'What was sent; empty for a script.' })
  steps: TestStepView[];

  @ApiProperty({ type: TestErrorView, nullable: true })
  error: TestErrorView | null;
}
