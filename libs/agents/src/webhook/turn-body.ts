import { rfc3339 } from '@surety/kernel';
import type { AgentTurn, HistoryEntry } from '../port';
import type { AnsweredCall, ToolRun } from '../tools/tool-run';

/** What one delivery tells a webhook beside the turn itself. */
export interface DeliveryContent {
  readonly step: number;
  readonly attempt: number;
  /** Whether this is the first step of a run after a step-up. */
  readonly resumed: boolean;
  readonly history: readonly HistoryEntry[];
  readonly tools: ToolRun;
  /** What the calls of the step before gave. */
  readonly results: readonly AnsweredCall[];
}

/**
 * The bytes of one delivery to a Brand's webhook (PACT wire 5.1), members in the published order, no blanks. An identity turn
 * has no Brand user, no grant and no scopes; the delegation token is in no delivery.
 */
export function turnBody(turn: AgentTurn, content: DeliveryContent): Buffer {
  const { step, attempt, resumed, history, tools, results } = content;
  return Buffer.from(
    JSON.stringify({
      type: 'turn',
      version: 1,
      brandId: turn.brandId,
      turnId: turn.turnId,
      step,
      attempt,
      resumed,
      contextId: turn.contextId,
      messageId: turn.messageId,
      turnNumber: turn.turnNumber,
      user: userOf(turn, tools),
      text: turn.text,
      receivedAt: rfc3339(turn.receivedAtMs),
      deadline: rfc3339(turn.deadlineMs),
      history: history.map(entry => ({ role: entry.role, text: entry.text, at: rfc3339(entry.atMs) })),
      tools: tools.all().map(({ name, description, parameters, scopes }) => ({
        name,
        description,
        parameters,
        scopes,
        available: tools.scopes.covers(scopes),
      })),
      toolResults: results.map(resultOf),
    }),
  );
}

function userOf({ user, delegation }: AgentTurn, tools: ToolRun): object {
  const { id, personalAgent } = user;
  const scopes = tools.scopes.effective;
  if (delegation === undefined) return { id, personalAgent, scopes };
  const { brandUserId, grantId } = delegation;
  return { id, personalAgent, brandUserId, grantId, scopes };
}

function resultOf({ callId, tool, result, replayed }: AnsweredCall): object {
  if (result.ok) {
    return { id: callId, tool, ok: true, status: result.status, result: result.result, replayed };
  }
  const status = result.status === undefined ? {} : { status: result.status };
  return { id: callId, tool, ok: false, ...status, error: result.error, replayed };
}
