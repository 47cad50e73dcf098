import type { TurnState } from '../entities';
import type { ClaimFacts, StartFacts, TurnHandle } from './turn-rows';

interface GateRow {
  readonly personal_agent_enabled: boolean;
  readonly brand_open: boolean;
  readonly agent_deadline_seconds: number | null;
  readonly grant_live: boolean;
  /** Null on an identity turn. */
  readonly grant_scopes: readonly string[] | null;
}

/** What the statements of a first message answer. */
export interface FirstRow extends GateRow {
  readonly turn_id: string;
  readonly claimed: boolean;
}

/** What `claim_turn` answers. */
export interface NextRow extends GateRow {
  /** The turn id that the message brought; not that of the turn it met. */
  readonly asked_id: string;
  readonly context_found: boolean;
  readonly other_user: boolean;
  readonly closed: boolean | null;
  readonly reply_id_taken: boolean;
  readonly met_id: string | null;
  readonly met_state: TurnState;
  readonly met_live: boolean;
  readonly met_effect: boolean;
  readonly met_reply_text: string | null;
  readonly met_receipt: string | null;
  readonly claimed_id: string | null;
  readonly claimed_run: number;
  readonly turn_number: number;
  readonly claimed_state: 'running' | 'waiting';
  readonly steps: number;
  readonly stepped_up_run: number | null;
}

/** What the start of a waiter answers. */
export interface StartRow extends GateRow {
  readonly other_user: boolean;
  readonly closed: boolean;
  readonly started: boolean;
  readonly held: boolean;
}

/** The facts of a first message: with the handle of the turn that was claimed, if it was. */
export function firstFacts(row: FirstRow, handle?: TurnHandle, messageId = ''): ClaimFacts {
  return {
    ...gateFacts(row),
    context: handle && { id: handle.contextId, otherUser: false, closed: false },
    replyIdTaken: false,
    keyTaken: false,
    met: undefined,
    claimed:
      handle && row.claimed
        ? { ...handle, messageId, turnNumber: 1, state: 'running', steps: 0, steppedUpRun: null }
        : undefined,
  };
}

/** The facts of a next message. */
export function nextFacts(row: NextRow, contextId: string, messageId: string): ClaimFacts {
  return {
    ...gateFacts(row),
    context: row.context_found
      ? { id: contextId, otherUser: row.other_user, closed: row.closed === true }
      : undefined,
    replyIdTaken: row.reply_id_taken,
    keyTaken: false,
    met:
      row.met_id === null
        ? undefined
        : {
            turnId: row.met_id,
            state: row.met_state,
            live: row.met_live,
            effect: row.met_effect,
            replyText: row.met_reply_text,
            receipt: row.met_receipt,
          },
    claimed:
      row.claimed_id === null
        ? undefined
        : {
            contextId,
            turnId: row.claimed_id,
            run: row.claimed_run,
            messageId,
            turnNumber: row.turn_number,
            state: row.claimed_state,
            steps: row.steps,
            steppedUpRun: row.stepped_up_run,
          },
  };
}

/** The facts of a waiter that looked. */
export function startFacts(row: StartRow): StartFacts {
  return {
    ...gateFacts(row),
    outcome: row.started ? 'running' : row.held ? 'waiting' : 'lost',
    otherUser: row.other_user,
    closed: row.closed,
  };
}

function gateFacts(row: GateRow) {
  return {
    personalAgentEnabled: row.personal_agent_enabled,
    brandOpen: row.brand_open,
    agentDeadlineSeconds: row.agent_deadline_seconds ?? 0,
    grant: { live: row.grant_live, scopes: row.grant_scopes ?? [] },
  };
}
