import { type AgentAnswer, AgentFailure, type AgentTurn, type BrandAgent, type StepUp } from '@surety/agents';
import { LIMITS } from '@surety/kernel';
import type { TurnLedger } from './turn-ledger';

/**
 * Runs a Brand's agent until it answers, fails, or its deadline passes. Then it is told to stop and has a moment to note what
 * became of a call under way, since a connection that was never established is no effect; an agent that hangs on is left alone
 * and can begin nothing more. In: the turn, milliseconds left until its deadline. Rejects with AgentFailure or what the ledger threw.
 */
export async function runAgent(
  agent: BrandAgent,
  turn: AgentTurn,
  ledger: TurnLedger,
  leftMs: number,
): Promise<AgentAnswer | StepUp> {
  const deadline = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const givenUp = new Promise<never>((_resolve, reject) => {
    const tooLate = () => {
      const failure = new AgentFailure('timeout', `no answer within ${leftMs} ms`);
      deadline.abort(failure);
      timers.push(setTimeout(() => reject(failure), LIMITS.agentStopMs));
    };
    timers.push(setTimeout(tooLate, leftMs));
  });
  try {
    const answer = await Promise.race([agent.answer(turn, ledger, deadline.signal), givenUp]);
    deadline.signal.throwIfAborted();
    return answer;
  } finally {
    timers.forEach(clearTimeout);
    ledger.close();
  }
}
