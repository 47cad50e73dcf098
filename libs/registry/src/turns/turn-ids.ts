import { freshUlid } from '../database/ids';

const TURN_PREFIX = 'tn_';
const REPLY_PREFIX = 'r-';
const CONTEXT_PREFIX = 'ctx_';
const REPLY_ID = /^r-([0-7][0-9A-HJKMNP-TV-Z]{25})$/;

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

/** The turn whose reply would have this messageId; null for a messageId of any other shape. */
export function turnOfReplyId(messageId: string): string | null {
  const [, id] = REPLY_ID.exec(messageId) ?? [];
  return id === undefined ? null : TURN_PREFIX + id;
}
