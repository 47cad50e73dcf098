import type { Script } from '../agent-config';
import type { CallLedger } from '../call-ledger';
import { type AgentAnswer, AgentFailure, type AgentTurn, type BrandAgent, type StepUp } from '../port';
import type { OpenTools, ToolRun } from '../tools/tool-run';
import { type ScriptPath, type ScriptProgram, compileScript } from './script-program';
import { fillArguments } from './script-values';

const programs = new WeakMap<Script, ScriptProgram>();

/**
 * An agent that is declared in data: one rule answers, from the text and from what the rule's tools give. Every scope of the
 * rule is checked before its first call. A call that gives nothing ends the rule with the fallback.
 */
export class ScriptAgent implements BrandAgent {
  private readonly program: ScriptProgram;

  /** In: a script that `readScript` has passed; compiled once for each script object, however many agents use it. */
  constructor(
    script: Script,
    private readonly openTools: OpenTools,
  ) {
    const program = programs.get(script) ?? compileScript(script);
    programs.set(script, program);
    this.program = program;
  }

  async answer(turn: AgentTurn, calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer | StepUp> {
    if (signal.aborted) throw new AgentFailure('aborted', 'the turn ended before the script ran');
    const path = this.program.pathOf(turn.text);
    if (path.tools.length > 0) {
      const early = await this.callTools(path, turn, this.openTools(turn, calls, signal));
      if (early !== undefined) return early;
    }
    const answer = path.reply();
    if (!answer.ok) throw answer.error;
    return answer.value;
  }

  /** Makes the calls of a rule, each with what those before it gave; gives what ends the turn before its reply. */
  private async callTools(
    path: ScriptPath,
    turn: AgentTurn,
    run: ToolRun,
  ): Promise<AgentAnswer | StepUp | undefined> {
    const missing = run.missingFor(path.tools.map(call => call.tool));
    if (missing !== undefined) return missing;
    const tools = run.all();
    for (const { tool: name, arguments: template } of path.tools) {
      const tool = tools.find(known => known.name === name);
      const args = fillArguments(template, path.values, tool);
      if (args === undefined) return this.program.fallback;
      const outcome = await run.step(turn.nextStep, [{ callId: run.nextCallId(), tool: name, args }]);
      if ('kind' in outcome) return outcome;
      const [answered] = outcome;
      if (!answered?.result.ok) return this.program.fallback;
      path.values.gave(name, answered.result.result);
    }
    return undefined;
  }
}
