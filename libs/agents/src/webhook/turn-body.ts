import { rfc3339 } from '@surety/kernel';
import type { AgentCall, AgentTurn, HistoryEntry } from '../port';

/**
 * The bytes of one delivery to a Brand's webhook (PACT wire 5.1), members in the published order, no blanks.
 * An identity turn has no Brand user, no grant, no scopes and no tools, and nothing to resume.
 */
export function turnBody(turn: AgentTurn, call: AgentCall, history: readonly HistoryEntry[]): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: 'turn',
      version: 1,
      brandId: turn.brandId,
      turnId: turn.turnId,
      step: call.step,
      attempt: call.attempt,
      resumed: false,
      contextId: turn.contextId,
      messageId: turn.messageId,
      turnNumber: turn.turnNumber,
      user: { id: turn.user.id, personalAgent: turn.user.personalAgent, scopes: [] },
      text: turn.text,
      receivedAt: rfc3339(turn.receivedAtMs),
      deadline: rfc3339(turn.deadlineMs),
      history: history.map(entry => ({ role: entry.role, text: entry.text, at: rfc3339(entry.atMs) })),
      tools: [],
      toolResults: [],
    }),
  );
}
