import { invariant } from '@surety/kernel';
import { unverifiedClaims } from '@surety/tokens';
import { replyIdOf } from '@surety/registry';
import type { ShownReceipt } from '@surety/a2a';
import type { AnsweredTurn } from './decide-claim';
import type { TurnReply } from './turn-request';

/** The reply that a repeat of its message gets, with the very receipt that it was stored with (P10). */
export function storedReply(contextId: string, { turnId, replyText, receipt }: AnsweredTurn): TurnReply {
  return {
    messageId: replyIdOf(turnId),
    contextId,
    text: replyText,
    receipt: receipt === null ? undefined : shownReceipt(receipt),
  };
}

/** A receipt that we signed ourselves, its claims read out of it again. */
function shownReceipt(jws: string): ShownReceipt {
  const claims = unverifiedClaims(jws);
  invariant(claims, 'a receipt that was stored is one');
  return { jws, claims };
}
