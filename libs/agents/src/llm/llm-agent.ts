import { parseJson } from '@surety/kernel';
import type { LlmAgentConfig } from '../agent-config';
import type { AgentParts } from '../agent-parts';
import type { CallLedger } from '../call-ledger';
import { type AgentAnswer, AgentFailure, type AgentTurn, type BrandAgent, type StepUp } from '../port';
import { REQUEST_PERMISSION } from '../tools/read-tool';
import { toolFailure } from '../tools/tool-answer';
import type { OpenTools, ToolRun } from '../tools/tool-run';
import { historyWindow } from '../webhook/history-window';
import { ChatCompletions } from './chat-completions';
import {
  type ChatMessage,
  type ChatToolCall,
  conversationOf,
  instructionsOf,
  resultMessage,
} from './chat-messages';
import { offeredFunctions, readPermission } from './offered-functions';

/** What a model hears when it asks for a permission that nothing is missing of. */
const NOT_ASKED = toolFailure('invalid_arguments', 'Name at least one of the scopes that are missing.');

/**
 * A model behind an OpenAI-compatible endpoint (PACT wire 5.4). It is asked until it answers with a text; the tools it
 * calls between are called for it, within the User's scopes. It never sees the delegation token.
 */
export class LlmAgent implements BrandAgent {
  constructor(
    private readonly config: LlmAgentConfig,
    private readonly parts: AgentParts,
    private readonly openTools: OpenTools,
  ) {}

  async answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer | StepUp> {
    const tools = this.openTools(turn, calls, signal);
    const model = new ChatCompletions(this.config, this.parts, turn, signal);
    const history = historyWindow(await turn.history());
    const messages: ChatMessage[] = [
      instructionsOf(this.config.instructions),
      ...conversationOf(history, tools.kept(), turn.text),
    ];
    const functions = offeredFunctions(tools.all(), tools.scopes);
    for (let step = turn.nextStep; ; step += 1) {
      const mayCall = model.questionsLeft() > 1 && tools.callsLeft() > 0;
      const said = await model.ask({ messages, functions, mayCall });
      if (said.kind === 'text') return { text: said.text, close: false };
      if (!mayCall || model.questionsLeft() === 0) throw noAnswer();
      const outcome = await this.callTools(said.calls, tools, step);
      if ('kind' in outcome) return outcome;
      messages.push({ role: 'assistant', content: said.content, tool_calls: said.calls }, ...outcome);
    }
  }

  /** What the calls of one answer gave, in its order; asking for permission ends the turn before any of them is made. */
  private async callTools(
    calls: readonly ChatToolCall[],
    tools: ToolRun,
    step: number,
  ): Promise<readonly ChatMessage[] | StepUp> {
    const asking = calls.filter(call => call.function.name === REQUEST_PERMISSION);
    const others = calls.filter(call => call.function.name !== REQUEST_PERMISSION);
    const permissions = asking.flatMap(call => {
      return readPermission(call.function.arguments, tools.all(), tools.scopes) ?? [];
    });
    if (permissions.length > 0) {
      const reason = permissions.find(permission => permission.reason !== undefined)?.reason;
      return tools.scopes.stepUp(
        permissions.flatMap(permission => permission.scopes),
        reason,
      );
    }
    const outcome = await tools.step(
      step,
      others.map(({ function: { name, arguments: args } }, i) => {
        return { callId: tools.nextCallId(i), tool: name, args: parseJson(args) };
      }),
    );
    if ('kind' in outcome) return outcome;
    const results = new Map(others.map((call, i) => [call.id, outcome[i]?.result]));
    return calls.map(call => resultMessage(call.id, results.get(call.id) ?? NOT_ASKED));
  }
}

const noAnswer = () => new AgentFailure('too_many_steps', 'the model called tools when it had to answer');
