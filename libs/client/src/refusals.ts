import { ClientError, type ClientErrorFacts } from './client-errors';

/** What an A2A error body says (PACT 6). */
export interface Refusal extends ClientErrorFacts {
  readonly reason: string;
  readonly message: string;
  readonly httpStatus: number;
}

/** An A2A error body: `reason` is `details[0].reason`, never guessed from the HTTP status (PACT 6). */
export class RefusedError extends ClientError {
  override readonly code = 'refused';
  readonly reason: string;
  readonly httpStatus: number;

  constructor(refusal: Refusal) {
    super(refusal.message, refusal);
    this.reason = refusal.reason;
    this.httpStatus = refusal.httpStatus;
  }
}

/** `INVALID_PARAMS`: the request was wrong, the context is not the caller's, or a repeated messageId has no stored reply. */
export class InvalidParamsError extends RefusedError {}

/** `CONTENT_TYPE_NOT_SUPPORTED`: a part other than text was sent. */
export class ContentTypeNotSupportedError extends RefusedError {}

/** `UNSUPPORTED_OPERATION`: the Provider does not offer this operation. */
export class UnsupportedOperationError extends RefusedError {}

/** `UNSUPPORTED_OPERATION` for a message to a context: the conversation is closed, a new one starts without contextId (PACT 4.2). */
export class ConversationClosedError extends UnsupportedOperationError {}

/** `PUSH_NOTIFICATION_NOT_SUPPORTED`. */
export class PushNotificationNotSupportedError extends RefusedError {}

/** `TASK_NOT_FOUND`. */
export class TaskNotFoundError extends RefusedError {}

/** `INTERNAL`: the Provider or the Brand's agent failed; `requestId` names the failure for the operator. */
export class ProviderFailureError extends RefusedError {}

/** One class for each reason of PACT 6. */
const REFUSALS: ReadonlyMap<string, new (refusal: Refusal) => RefusedError> = new Map([
  ['INVALID_PARAMS', InvalidParamsError],
  ['CONTENT_TYPE_NOT_SUPPORTED', ContentTypeNotSupportedError],
  ['UNSUPPORTED_OPERATION', UnsupportedOperationError],
  ['PUSH_NOTIFICATION_NOT_SUPPORTED', PushNotificationNotSupportedError],
  ['TASK_NOT_FOUND', TaskNotFoundError],
  ['INTERNAL', ProviderFailureError],
]);

/** The typed error of an A2A reason; a reason that PACT does not name stays a plain {@link RefusedError}. */
export function refusedError(refusal: Refusal): RefusedError {
  const type = REFUSALS.get(refusal.reason) ?? RefusedError;
  return new type(refusal);
}
