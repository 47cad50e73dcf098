import { type A2aError, invalidParams, unknownContextId, unsupportedOperation } from '@surety/a2a';
import { type BareRefusal, NotHere, Unauthenticated } from '@surety/identity';
import { invariant } from '@surety/kernel';
import type { ClaimFacts, ClaimedTurn, MetTurn, TurnState } from '@surety/registry';
import { InvalidDelegation } from '../errors/refusals';
import type { RefusalStage } from './message-refusals';

/** A turn whose reply is stored, with its receipt if it was a delegated one. */
export interface AnsweredTurn {
  readonly turnId: string;
  readonly replyText: string;
  readonly receipt: string | null;
}

/** What becomes of a message, once its claim has told how things stand. */
export type ClaimDecision =
  | { readonly kind: 'run'; readonly turn: ClaimedTurn }
  | { readonly kind: 'replay'; readonly contextId: string; readonly turn: AnsweredTurn }
  | { readonly kind: 'refuse'; readonly stage: RefusalStage; readonly refusal: A2aError | BareRefusal };

/** How the messageId stands in its conversation: new, a state that has ended, or how a run is doing. */
export type Standing =
  'new' | Exclude<TurnState, 'waiting' | 'running'> | 'alive' | 'expired' | 'expired_after_effect';

type Outcome = 'run' | 'replay' | 'no_stored_reply' | 'closed';

/** The state table of a turn (PACT wire §2; PACT 4.3, P10, P13): what the same messageId gets, while open and once closed. */
export const TURN_TABLE: Readonly<Record<Standing, { readonly open: Outcome; readonly closed: Outcome }>> = {
  new: { open: 'run', closed: 'closed' },
  alive: { open: 'no_stored_reply', closed: 'no_stored_reply' },
  answered: { open: 'replay', closed: 'replay' },
  stepped_up: { open: 'run', closed: 'closed' },
  released: { open: 'run', closed: 'closed' },
  spent: { open: 'no_stored_reply', closed: 'no_stored_reply' },
  expired: { open: 'run', closed: 'closed' },
  expired_after_effect: { open: 'no_stored_reply', closed: 'no_stored_reply' },
};

/**
 * Decides a message in the order of P8 from the context's owner on. Who may not know is told first, so that a foreign
 * context and an unknown one get one answer. Throws InvariantViolation when claim and table disagree.
 */
export function decideClaim(facts: ClaimFacts): ClaimDecision {
  const { context, met } = facts;
  if (!facts.personalAgentEnabled)
    return refuse('personal-agent', new Unauthenticated('the personal agent is disabled'));
  if (!facts.brandOpen) return refuse('brand', new NotHere('the Brand is closed'));
  if (!facts.grant.live) return refuse('delegation', grantDead());
  if (facts.keyTaken)
    return refuse('idempotency-key', invalidParams('This Idempotency-Key was used for another message'));
  if (!context) return refuse('context-owner', unknownContextId());
  if (context.otherUser) return refuse('brand-user-pin', otherUser());
  if (facts.replyIdTaken) return refuse('repeated-messageId', noStoredReply());
  const outcome = TURN_TABLE[standingOf(met)][context.closed ? 'closed' : 'open'];
  return OUTCOMES[outcome](facts);
}

/** In: the turn that the messageId met, judged by the database clock. */
export function standingOf(met: MetTurn | undefined): Standing {
  if (!met) return 'new';
  if (met.state !== 'waiting' && met.state !== 'running') return met.state;
  if (met.live) return 'alive';
  return met.effect ? 'expired_after_effect' : 'expired';
}

const OUTCOMES: Readonly<Record<Outcome, (facts: ClaimFacts) => ClaimDecision>> = {
  run: ({ claimed }) => {
    invariant(claimed, 'a message that the table lets run has its turn');
    return { kind: 'run', turn: claimed };
  },
  replay: ({ met, context }) => {
    invariant(context && met && met.replyText !== null, 'an answered turn has its reply');
    const { turnId, replyText, receipt } = met;
    return { kind: 'replay', contextId: context.id, turn: { turnId, replyText, receipt } };
  },
  no_stored_reply: () => refuse('repeated-messageId', noStoredReply()),
  closed: () => refuse('closed', conversationClosed()),
};

const refuse = (stage: RefusalStage, refusal: A2aError | BareRefusal): ClaimDecision => ({
  kind: 'refuse',
  stage,
  refusal,
});

/** A messageId that is taken and has no reply of its own (PACT 4.3). */
const noStoredReply = () => invalidParams('No stored reply for this messageId');

/** A grant that was revoked or has ended since the token was signed (PACT 5.5). */
export const grantDead = (): BareRefusal => new InvalidDelegation('the grant is revoked or has ended');

/** A delegation token of another Brand user than the one the conversation belongs to (P8). */
export const otherUser = (): A2aError => invalidParams('This conversation belongs to another Brand user');

/** A new message of a closed conversation (PACT 4.2, P13). */
export const conversationClosed = (): A2aError =>
  unsupportedOperation('This conversation is closed; start a new one without contextId');
