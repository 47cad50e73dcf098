import { freshUlid } from '../database/ids';

const TURN_PREFIX = 'tn_';
const REPLY_PREFIX = 'r-';
const CONTEXT_PREFIX = 'ctx_';
/** Of a reply, or with the number of a run of the message of its step-up. */
const REPLY_ID = /^r-([0-7][0-9A-HJKMNP-TV-Z]{25})(?:-[1-9][0-9]*)?$/;

/** An id for a turn that is about to be claimed. */
export function freshTurnId(): string {
  return TURN_PREFIX + freshUlid();
}

/** An opaque id for a conversation that is about to begin (PACT 4.2). */
export function freshContextId(): string {
  return CONTEXT_PREFIX + freshUlid();
}

/** The messageId of the reply to this turn. */
export function replyIdOf(turnId: string): string {
  return REPLY_PREFIX + turnId.slice(TURN_PREFIX.length);
}

/** The messageId of what a run says when it steps up (P28): every run has its own, and the reply to come another. */
export function stepUpIdOf({ turnId, run }: { readonly turnId: string; readonly run: number }): string {
  return `${replyIdOf(turnId)}-${run}`;
}

/** The turn whose reply or step-up would have this messageId; null for a messageId of any other shape. */
export function turnOfReplyId(messageId: string): string | null {
  const [, id] = REPLY_ID.exec(messageId) ?? [];
  return id === undefined ? null : TURN_PREFIX + id;
}
