import type { Script } from '../agent-config';
import { type AgentAnswer, type AgentTurn, AgentFailure, type BrandAgent, type CallLedger } from '../port';
import { type ScriptProgram, compileScript } from './script-program';

const programs = new WeakMap<Script, ScriptProgram>();

/** An agent that is declared in data: answers at once, from the text alone, and calls nothing. */
export class ScriptAgent implements BrandAgent {
  private readonly program: ScriptProgram;

  /** In: a script that `readScript` has passed; compiled once for each script object, however many agents use it. */
  constructor(script: Script) {
    const program = programs.get(script) ?? compileScript(script);
    programs.set(script, program);
    this.program = program;
  }

  async answer(turn: AgentTurn, _calls: CallLedger, signal: AbortSignal): Promise<AgentAnswer> {
    if (signal.aborted) throw new AgentFailure('aborted', 'the turn ended before the script ran');
    const answer = this.program(turn.text);
    if (!answer.ok) throw answer.error;
    return answer.value;
  }
}
