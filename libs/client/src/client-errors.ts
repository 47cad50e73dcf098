/** What the caller needs to repeat a message whose answer never came: the same ids name the same turn (PACT 4.3). */
export interface SentMessage {
  readonly messageId: string;
  readonly contextId?: string;
  readonly idempotencyKey?: string;
}

/** Facts that any error of this library may carry beside its message. */
export interface ClientErrorFacts {
  /** `Request-Id` of the answer, for the Provider's operator. */
  readonly requestId?: string;
  readonly cause?: unknown;
}

/** Root of everything this library throws, except an abort asked for by the caller; `code` is stable, the message is for people. */
export abstract class ClientError extends Error {
  abstract readonly code: string;
  readonly requestId?: string;
  /** Set by `send`: the ids under which the message went out. */
  sentMessage?: SentMessage;

  constructor(message: string, facts: ClientErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.name = new.target.name;
    this.requestId = facts.requestId;
  }
}

/** An argument that must not leave this machine: a bad key, a `sub` that looks like personal data, a broken header value. */
export class ClientInputError extends ClientError {
  override readonly code = 'invalid_input';
}

/** The Agent Card cannot be used: not PACT, unsafe addresses, or another Provider than the expected one (PACT 2.1). */
export class AgentCardError extends ClientError {
  override readonly code = 'card_refused';
}

/** HTTP 401: the personal agent's token was refused; the Provider never says why (PACT 3.4). */
export class UnauthenticatedError extends ClientError {
  override readonly code: string = 'unauthenticated';
}

/** HTTP 404 without an A2A body: no such Brand, or no such card (PACT 2.2). */
export class NotFoundError extends ClientError {
  override readonly code = 'not_found';
}

/** HTTP 429; `retryAfterSeconds` is what the Provider asked for, absent when it did not say (PACT 6). */
export class RateLimitedError extends ClientError {
  override readonly code = 'rate_limited';
  readonly retryAfterSeconds?: number;

  constructor(retryAfterSeconds: number | undefined, facts: ClientErrorFacts = {}) {
    super(
      retryAfterSeconds === undefined
        ? 'The Provider is limiting this personal agent'
        : `The Provider is limiting this personal agent; it asks to wait ${retryAfterSeconds} s`,
      facts,
    );
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The answer breaks the protocol (redirect, wrong media type or shape, over the size cap); nothing of it is used. */
export class ProtocolViolationError extends ClientError {
  override readonly code = 'protocol_violation';
}

/** No answer over the wire; `sent` is false only when the connection was never established. */
export class NetworkError extends ClientError {
  override readonly code = 'network';
  readonly sent: boolean;

  constructor(message: string, sent: boolean, facts: ClientErrorFacts = {}) {
    super(message, facts);
    this.sent = sent;
  }
}

/** No whole answer within the time allowed for one attempt; the Provider may still be at work. */
export class TimeoutError extends ClientError {
  override readonly code = 'timeout';
}

/** A 5xx without an A2A body, as proxies send it. */
export class UnavailableError extends ClientError {
  override readonly code = 'unavailable';
  readonly httpStatus: number;

  constructor(httpStatus: number, facts: ClientErrorFacts = {}) {
    super(`The Provider is not available (HTTP ${httpStatus})`, facts);
    this.httpStatus = httpStatus;
  }
}

/**
 * Whether the message was processed is not known, and asking again gave no reply within the bound (PACT 4.3).
 * The caller may ask once more, later, with the same ids (`sentMessage`).
 */
export class OutcomeUnknownError extends ClientError {
  override readonly code = 'outcome_unknown';
}
