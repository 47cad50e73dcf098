import { LIMITS } from '@surety/kernel';
import { type EgressAnswer, EgressError } from '@surety/platform';
import type { LlmAgentConfig } from '../agent-config';
import type { AgentParts } from '../agent-parts';
import { beforeAnotherAttempt } from '../another-attempt';
import { isPassingFault, isPassingStatus } from '../exchange-fault';
import { withoutEchoedSecrets } from '../echoed-secrets';
import { AgentFailure, type AgentTurn } from '../port';
import { brokenAttempt } from '../webhook/attempt-outcome';
import { type ChatAnswer, readChatAnswer } from './chat-answer';
import type { ChatMessage } from './chat-messages';
import type { ChatFunction } from './offered-functions';

/** What a model is asked. */
export interface ChatQuestion {
  readonly messages: readonly ChatMessage[];
  readonly functions: readonly ChatFunction[];
  /** Whether it may call functions; when it may not, it has to answer. */
  readonly mayCall: boolean;
}

/**
 * A model for one run of a turn, at most 8 questions. A question does nothing, so one whose answer was lost is put once
 * more and counts again.
 */
export class ChatCompletions {
  private asked = 0;

  constructor(
    private readonly config: LlmAgentConfig,
    private readonly parts: AgentParts,
    private readonly turn: AgentTurn,
    private readonly signal: AbortSignal,
  ) {}

  /** How many more questions this run may put. */
  questionsLeft(): number {
    return LIMITS.modelCallsPerRun - this.asked;
  }

  /** What the model says. Rejects with AgentFailure for a bad answer or none. */
  async ask(question: ChatQuestion): Promise<ChatAnswer> {
    const body = JSON.stringify(bodyOf(this.config.model, question));
    for (let again = this.questionsLeft() > 1; ; again = false) {
      const answer = await this.post(body, again);
      if (answer === undefined || (again && isPassingStatus(answer.status))) {
        await beforeAnotherAttempt(this.leftMs(), this.signal);
        continue;
      }
      const read = readChatAnswer(answer);
      if (!read.ok) throw read.error;
      return read.value;
    }
  }

  /** One request; undefined when it may be put again after a passing fault. */
  private async post(body: string, again: boolean): Promise<EgressAnswer | undefined> {
    if (this.signal.aborted) throw new AgentFailure('aborted', 'the turn ended before the model was asked');
    const timeoutMs = Math.floor(this.leftMs());
    if (timeoutMs < 1) throw new AgentFailure('timeout', 'no time was left to ask the model');
    this.asked += 1;
    try {
      const answer = await this.parts.egress.fetch(completionsUrl(this.config.baseUrl), {
        method: 'POST',
        headers: headersOf(this.config),
        body,
        timeoutMs,
        maxBytes: LIMITS.agentReplyBytes,
        signal: this.signal,
      });
      return withoutEchoedSecrets(answer, [this.config.apiKey]);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      if (again && isPassingFault(error.code)) return undefined;
      throw brokenAttempt(error, false).failure;
    }
  }

  private leftMs(): number {
    return this.turn.deadlineMs - this.parts.clock.nowMs();
  }
}

/** `/chat/completions` below the base address, whose query is kept. */
export function completionsUrl(baseUrl: string): string {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/chat/completions`;
  return url.href;
}

function bodyOf(model: string, { messages, functions, mayCall }: ChatQuestion): object {
  if (functions.length === 0) return { model, messages };
  return { model, messages, tools: functions, tool_choice: mayCall ? 'auto' : 'none' };
}

function headersOf({ apiKey }: LlmAgentConfig): Record<string, string> {
  return {
    Accept: 'application/json',
    'Content-Type': 'application/json',
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
  };
}
