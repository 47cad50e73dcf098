/** The reasons of PACT 6 with their HTTP status and AIP-193 status; nothing else is ever in an A2A error body. */
export const A2A_REASONS = {
  INVALID_PARAMS: { http: 400, status: 'INVALID_ARGUMENT' },
  CONTENT_TYPE_NOT_SUPPORTED: { http: 400, status: 'INVALID_ARGUMENT' },
  UNSUPPORTED_OPERATION: { http: 400, status: 'FAILED_PRECONDITION' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { http: 400, status: 'FAILED_PRECONDITION' },
  TASK_NOT_FOUND: { http: 404, status: 'NOT_FOUND' },
  INTERNAL: { http: 500, status: 'INTERNAL' },
} as const;

export type A2aReason = keyof typeof A2A_REASONS;

export const ERROR_INFO_TYPE = 'type.googleapis.com/google.rpc.ErrorInfo';
export const ERROR_DOMAIN = 'a2a-protocol.org';

/** What an {@link A2aError} carries for the log; no caller ever sees it. */
export interface A2aErrorFacts {
  readonly detail?: string;
  readonly cause?: unknown;
}

/** A refusal under PACT 6: `reason` and `message` go to the caller, `detail` and `cause` to the log only. */
export class A2aError extends Error {
  override readonly name = 'A2aError';
  readonly detail?: string;

  constructor(
    readonly reason: A2aReason,
    message: string,
    facts: A2aErrorFacts = {},
  ) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.detail = facts.detail;
  }
}

/** The body of an A2A error, member by member in wire order (PACT 6, P6). */
export interface A2aErrorBody {
  readonly error: {
    readonly code: number;
    readonly status: string;
    readonly message: string;
    readonly details: readonly [
      {
        readonly '@type': string;
        readonly reason: A2aReason;
        readonly domain: string;
        readonly metadata?: { readonly requestId: string };
      },
    ];
  };
}

/**
 * HTTP status and body of a refusal, with exactly one ErrorInfo (PACT 6, P6). The request id is written for INTERNAL
 * only, since every other body must be equal for equal faults.
 */
export function errorEnvelope(
  reason: A2aReason,
  message: string,
  requestId?: string,
): { http: number; body: A2aErrorBody } {
  const { http, status } = A2A_REASONS[reason];
  const metadata = reason === 'INTERNAL' && requestId !== undefined ? { metadata: { requestId } } : {};
  const info = { '@type': ERROR_INFO_TYPE, reason, domain: ERROR_DOMAIN, ...metadata };
  return { http, body: { error: { code: http, status, message, details: [info] } } };
}

/** INVALID_PARAMS with a public text that names the rule and never repeats the caller's value. */
export const invalidParams = (message: string, facts?: A2aErrorFacts): A2aError =>
  new A2aError('INVALID_PARAMS', message, facts);

/** The one answer for a context that is unknown, foreign or of another Brand (PACT 4.2, P6). */
export const unknownContextId = (facts?: A2aErrorFacts): A2aError =>
  invalidParams('Unknown contextId', facts);

/** TASK_NOT_FOUND for a looked-up id, or without one for a `taskId` on message:send (P6: both texts verbatim). */
export const taskNotFound = (id?: string): A2aError =>
  new A2aError('TASK_NOT_FOUND', id === undefined ? 'Task not found' : `Task not found: ${id}`);

/** UNSUPPORTED_OPERATION: an operation that is not offered, or a closed context (PACT 4.2, PACT 6). */
export const unsupportedOperation = (message = 'This operation is not supported'): A2aError =>
  new A2aError('UNSUPPORTED_OPERATION', message);

/** INTERNAL with one fixed public text; what went wrong is in `facts`, for the log. */
export const internalError = (facts?: A2aErrorFacts): A2aError =>
  new A2aError('INTERNAL', 'Internal error', facts);
