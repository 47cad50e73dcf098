export { type AgentCardOptions, type BrandCard, fetchAgentCard } from './agent-card.client';
export type { ClientSurroundings } from './brand-call';
export { BrandClient, type BrandClientOptions, type OutgoingMessage } from './brand.client';
export {
  AgentCardError,
  ClientError,
  ClientInputError,
  NetworkError,
  NotFoundError,
  OutcomeUnknownError,
  ProtocolViolationError,
  RateLimitedError,
  type SentMessage,
  TimeoutError,
  UnauthenticatedError,
  UnavailableError,
} from './client-errors';
export { Conversation, type ConversationMessage, type ConversationOutcome } from './conversation';
export { type Fetch, type HttpAnswer, type HttpRequest, exchange } from './http-exchange';
export { type PersonalAgentIdentity, PersonalAgentSigner } from './personal-agent.signer';
export { looksLikePersonalData } from './personal-data';
export {
  ContentTypeNotSupportedError,
  ConversationClosedError,
  InvalidParamsError,
  ProviderFailureError,
  PushNotificationNotSupportedError,
  RefusedError,
  TaskNotFoundError,
  UnsupportedOperationError,
} from './refusals';
export { readRetryAfter } from './retry-after';
export { DEFAULT_RETRY_POLICY, type RetryPolicy } from './retry-plan';
export type { PermissionOutcome, ReplyOutcome, SendOutcome } from './send-outcome';
export type { TaskList } from './tasks';
export { readWebAddress } from './web-address';
