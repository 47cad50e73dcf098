import { type A2aError, invalidParams, unknownContextId, unsupportedOperation } from '@surety/a2a';
import type { ClaimFacts, ClaimedTurn, MetTurn } from '@surety/registry';
import { type BareRefusal, NotHere, Unauthenticated } from '../errors/refusals';

/** What becomes of a message, once its claim statement has told how things stand. */
export type ClaimDecision =
  | { readonly kind: 'run'; readonly turn: ClaimedTurn }
  | { readonly kind: 'replay'; readonly contextId: string; readonly turnId: string; readonly text: string }
  | { readonly kind: 'refuse'; readonly refusal: A2aError | BareRefusal };

const refuse = (refusal: A2aError | BareRefusal): ClaimDecision => ({ kind: 'refuse', refusal });

/**
 * The state table of one turn (pact-wire §2, PACT 4.2, 4.3, P8, P10, P13), from the check of the context's owner on. Who may not
 * know is told first, so that a foreign context and an unknown one are one answer; a stored reply outlives the closing.
 */
export function decideClaim(facts: ClaimFacts): ClaimDecision {
  const { context, met, claimed } = facts;
  if (!facts.personalAgentEnabled) return refuse(new Unauthenticated('the personal agent is disabled'));
  if (!facts.brandOpen) return refuse(new NotHere('the Brand is closed'));
  if (facts.keyTaken) return refuse(invalidParams('This Idempotency-Key was used for another message'));
  if (claimed) return { kind: 'run', turn: claimed };
  if (!context) return refuse(unknownContextId());
  if (context.otherUser) return refuse(invalidParams('This conversation belongs to another Brand user'));
  if (facts.replyIdTaken) return refuse(invalidParams('This messageId is the id of a reply in this context'));
  return decideRepeat(met, context.id);
}

/** A message that got no run of its own: its messageId had a turn before, or the conversation is closed. */
function decideRepeat(met: MetTurn | undefined, contextId: string): ClaimDecision {
  if (met?.state === 'answered' && met.replyText !== null) {
    return { kind: 'replay', contextId, turnId: met.turnId, text: met.replyText };
  }
  const unfinished = met?.state === 'running' || met?.state === 'waiting';
  if (met?.state === 'spent' || (unfinished && (met.live || met.effect))) {
    return refuse(invalidParams('No stored reply for this messageId'));
  }
  return refuse(conversationClosed());
}

/** The answer to new messages of a closed conversation (PACT 4.2, P13). */
export const conversationClosed = (): A2aError =>
  unsupportedOperation('This conversation is closed; start a new one without contextId');
