export { type AgentCardOptions, type BrandCard, fetchAgentCard } from './agent-card.client';
export { type AuthorizationServer, discoverAuthorizationServer } from './authorization-server.client';
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
export { type PermissionOptions, type PermissionRequest, sendWithPermission } from './delegated-send';
export { DelegationClient, type DelegationClientOptions, type PollOutcome } from './delegation.client';
export {
  AuthorizationServerError,
  DelegationDeclinedError,
  DelegationEndedError,
  DelegationRefusedError,
  DeviceCodeExpiredError,
  OAuthRefusedError,
  PermissionLoopError,
} from './delegation-errors';
export type { DelegationOffer } from './delegation-offer';
export type { DelegationTokens } from './delegation-tokens';
export type { DeviceFlow } from './device-flow';
export { type Fetch, type HttpAnswer, type HttpRequest, exchange } from './http-exchange';
export { type PersonalAgentIdentity, PersonalAgentSigner } from './personal-agent.signer';
export { PublishedKeys } from './published-keys';
export {
  type ReceiptExpectation,
  type ReceiptFinding,
  judgeReceipt,
  verifiedReceipt,
} from './receipt-finding';
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
export { type DelegationStore, UserDelegation, memoryDelegationStore } from './user-delegation';
export { readWebAddress } from './web-address';
